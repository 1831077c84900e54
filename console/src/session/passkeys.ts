/** Passkeys of the browser: WebAuthn by its library, which loads with the first use. */
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

/** True where this browser has passkeys for the address of the console: not at IP addresses. */
export function hasPasskeys(): boolean {
  const { hostname } = window.location
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return !isAddress && typeof window.PublicKeyCredential === 'function'
}

/** Signs in by a passkey that the user chooses. @throws {ApiProblem} also when the user chooses none */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await dataOf(plainApi.POST('/console/api/session/passkey/options', JSON_CALL))
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = await byBrowser(startAuthentication({ optionsJSON: options }))
  return dataOf(plainApi.POST('/console/api/session/passkey', { body: { credential } }))
}

/**
 * Makes a change that needs a recent sign-in; if the last one is too old, the user proves itself by passkey, and the change is
 * made again. @throws {ApiProblem} also when the user chooses none
 */
export async function withRecentSignIn<T>(userId: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (asProblem(error).reason !== 'sign-in-too-old' || !hasPasskeys()) throw error
  }
  const { user } = await signInByPasskey()
  // The change is not of the user who has signed in now, and the page shows the former one.
  if (user.id !== userId) {
    window.location.reload()
    throw new ApiProblem(403, 'not-allowed', PASSKEYS.otherUser)
  }
  return change()
}

/** The new passkey of a user, by options of the server. @throws {ApiProblem} also when the user makes none */
export async function makePasskey(options: object): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The API document does not repeat the type of WebAuthn, and the browser checks the options.
  return byBrowser(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** Browsers do not say why they have no answer, except for a passkey that exists. */
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

/** Writing calls are JSON, also without a body. */
const JSON_CALL = { headers: { 'content-type': 'application/json' } } as const
