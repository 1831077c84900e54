/**
 * Endpoints that replace or revoke a credential of an app. The request names the version of the credential that the
 * page shows, so that a newer credential is not replaced by mistake (spec/console.md#keys-and-tokens).
 */
import { type TSchema, Type } from 'typebox'
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'
import { ownApp } from '../_own-app.ts'
import type { ConsoleReason } from '../_problems.ts'
import { APP_ID } from './own-app.ts'

/** The request body: the version of the credential that the page shows. */
export const SEEN = consoleBody(Type.Object({ version: Type.String({ maxLength: 64 }) }))
export const SEEN_ERRORS = [
  'app-not-found',
  'field-invalid',
  'credentials-changed',
] as const satisfies readonly ConsoleReason[]

interface CredentialChange {
  readonly path: string
  readonly summary: string
  /** Problems in addition to {@link SEEN_ERRORS}. */
  readonly errors?: readonly ConsoleReason[]
}

/**
 * Declares the endpoint that generates a credential.
 * @param make a function that generates the credential and returns the response body
 */
export function newCredential(
  { path, summary, errors = [] }: CredentialChange,
  schema: TSchema,
  make: (services: Services, appId: bigint, seen: string) => Promise<object>,
): ApiEndpoint {
  return consoleEndpoint({
    method: 'POST',
    paths: [path],
    summary,
    params: APP_ID,
    body: SEEN.spec,
    answers: [{ status: 201, schema }],
    errors: [...SEEN_ERRORS, ...errors],
    async handle({ services, caller, params, json }) {
      const { id } = await ownApp(services, caller, params.app_id ?? '')
      return jsonAnswer(await make(services, id, SEEN.read(json).version), { status: 201 })
    },
  })
}

/** Declares the endpoint that revokes a credential. */
export function revokedCredential(
  { path, summary }: Omit<CredentialChange, 'errors'>,
  revoke: (services: Services, appId: bigint, seen: string) => Promise<unknown>,
): ApiEndpoint {
  return consoleEndpoint({
    method: 'DELETE',
    paths: [path],
    summary,
    params: APP_ID,
    body: SEEN.spec,
    answers: [DONE],
    errors: [...SEEN_ERRORS, 'token-not-found'],
    async handle({ services, caller, params, json }) {
      const { id } = await ownApp(services, caller, params.app_id ?? '')
      await revoke(services, id, SEEN.read(json).version)
      return doneAnswer()
    },
  })
}
