/** Requests of an app with refused signatures, for its owner. */
import { type Static, Type } from 'typebox'
import { keyMistake } from '../../../auth/oauth1/debug/key-mistake.ts'
import type { FailureDetails } from '../../../auth/signature-failures.ts'
import { type App, consumerSecretOf } from '../../../domain/apps/app.ts'
import { findTokenHolder } from '../../../domain/apps/token-holder.ts'
import { tokenSecretOf } from '../../../domain/apps/tokens.ts'
import type { Services } from '../../_services.ts'

export const FAILURE = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time' }),
    reason: Type.String(),
    method: Type.String(),
    origin: Type.String({ description: 'Scheme and host as the server saw them.' }),
    path: Type.String(),
    base_string: Type.String({
      description: 'Base string of the server, with masked secrets; empty if none was built.',
    }),
    clock_seconds: Type.Optional(
      Type.Integer({
        description: 'Seconds by which the clock of the client was behind; negative if ahead.',
      }),
    ),
    key_mistake: Type.Optional(
      Type.String({ description: 'The mistake in the signing key, if the base string was right.' }),
    ),
  },
  { title: 'ConsoleSignatureFailure' },
)

export async function failureJson(
  services: Pick<Services, 'store' | 'vault'>,
  app: App,
  failure: FailureDetails,
): Promise<Static<typeof FAILURE>> {
  const { id, at, shown, baseString } = failure
  const mistake = await mistakeOf(services, app, failure)
  const timestamp = /(?:&|%26)oauth_timestamp%3D(\d{1,12})(?=%26|$)/.exec(baseString)?.[1]
  return {
    id: String(id),
    at: shown.at,
    reason: shown.reason,
    method: shown.method,
    origin: shown.origin,
    path: shown.path,
    base_string: shown.base_string,
    ...(timestamp === undefined ? {} : { clock_seconds: Math.floor(at / 1_000) - Number(timestamp) }),
    ...(mistake === undefined ? {} : { key_mistake: mistake }),
  }
}

/**
 * The mistake in the key of the client. Undefined if none of the known mistakes gives this signature (then the base
 * string of the client may differ), or if a part of the request is missing or unknown.
 */
async function mistakeOf(
  { store, vault }: Pick<Services, 'store' | 'vault'>,
  app: App,
  { baseString, signature, token }: FailureDetails,
): Promise<string | undefined> {
  if (baseString === '' || signature === undefined) return undefined
  const holder = token === undefined ? undefined : await findTokenHolder(store, token)
  if (token !== undefined && holder?.app.id !== app.id) return undefined
  const tokenSecret = holder === undefined ? '' : tokenSecretOf(vault, holder.token)
  const mistake = keyMistake(baseString, signature, {
    consumerSecret: consumerSecretOf(vault, app),
    tokenSecret,
  })
  return mistake === 'other' ? undefined : mistake
}
