/** Passkeys in the browser. The WebAuthn library is loaded at the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { dataOf, plainApi } from '../api/client.ts'
import { ApiProblem, asProblem } from '../api/problem.ts'
import type { components } from '../api/schema.d.ts'
import { PASSKEYS } from '../text/passkeys.ts'
import type { Session } from './session.ts'

export type Passkey = components['schemas']['ConsolePasskey']

/**
 * True if this browser supports passkeys at the address of the console. Browsers do not support them for IP
 * addresses.
 */
export function hasPasskeys(): boolean {
  const { hostname } = window.location
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return !isAddress && typeof window.PublicKeyCredential === 'function'
}

/** Signs in with a passkey that the user chooses. @throws {ApiProblem} also when the user cancels */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await dataOf(plainApi.POST('/console/api/session/passkey/options', JSON_CALL))
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = await byBrowser(startAuthentication({ optionsJSON: options }))
  return dataOf(plainApi.POST('/console/api/session/passkey', { body: { credential } }))
}

/**
 * Makes a change that requires a recent sign-in. If the sign-in is too old, the user signs in with a passkey, and the
 * change is made again. @throws {ApiProblem} also when the user cancels
 */
export async function withRecentSignIn<T>(userId: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (asProblem(error).reason !== 'sign-in-too-old' || !hasPasskeys()) throw error
  }
  const { user } = await signInByPasskey()
  // Another user has signed in, but the change and the page belong to the previous user.
  if (user.id !== userId) {
    window.location.reload()
    throw new ApiProblem(403, 'not-allowed', PASSKEYS.otherUser)
  }
  return change()
}

/** Makes a passkey with options of the server. @throws {ApiProblem} also when the user cancels */
export async function makePasskey(options: object): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The API document does not contain the WebAuthn type of the options. The browser checks them.
  return byBrowser(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** Converts errors of the browser to problems: the passkey already exists, or the user cancelled. */
async function byBrowser<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') throw new ApiProblem(409, 'passkey-exists', PASSKEYS.exists)
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new ApiProblem(400, 'passkey-cancelled', PASSKEYS.cancelled)
    throw asProblem(error)
  }
}

/** The server accepts requests that change data only as JSON, even without a body. */
const JSON_CALL = { headers: { 'content-type': 'application/json' } } as const
