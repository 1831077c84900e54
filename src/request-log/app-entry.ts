/** Defines an entry of the request log that the owner of an app reads (docs/console.md#requests). */
import { isoTime } from '../lib/time/iso-time.ts'
import type { LoggedLimits } from './entry.ts'
import type { Messages } from './recorded-messages.ts'

/** The method that authenticated the request. */
export type Credentials = 'oauth1' | 'oauth2' | 'bearer' | 'basic' | 'consumer'

/** The facts that the server records about every request. Secrets are masked. */
export interface AppRequest {
  /** The number of the request in this server process, in the order of the responses: 1, 2, 3 … */
  readonly id: number
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly method: string
  /** Path and query, at most {@link MAX_TARGET_LENGTH} characters. */
  readonly target: string
  readonly endpoint: string
  readonly family: string
  readonly status: number
  readonly milliseconds: number
  /** The user of the token; undefined for a request without a user's token. */
  readonly userId: bigint | undefined
  /** The method of authentication; undefined for a request with refused credentials. */
  readonly credentials: Credentials | undefined
  readonly limits: LoggedLimits | undefined
  readonly transaction: string
  /** The beginning of the body of an error response; empty after a success. */
  readonly error: string
  /** The reason why the server refused the credentials or could not read the request; empty for other requests. */
  readonly reason: string
  /** Headers and bodies; undefined if they were not recorded. */
  readonly messages: Messages | undefined
}

/** Maximum number of characters of a target; longer targets are cut. */
export const MAX_TARGET_LENGTH = 2_000

/** Maximum number of characters of an error body; longer error bodies are cut. */
export const MAX_ERROR_LENGTH = 500

export interface AppRequestJson {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly endpoint: string
  readonly family: string
  readonly status: number
  /** Milliseconds until the response headers were ready. */
  readonly ms: number
  readonly user_id?: string
  readonly credentials?: Credentials
  readonly limits?: LoggedLimits
  readonly transaction: string
  readonly error?: string
  readonly reason?: string
  /** True if headers and bodies were recorded. */
  readonly is_recorded: boolean
}

export function appRequestJson(entry: AppRequest): AppRequestJson {
  const { userId, credentials, limits, error, reason } = entry
  return {
    id: String(entry.id),
    at: isoTime(entry.at),
    method: entry.method,
    path: entry.target,
    endpoint: entry.endpoint,
    family: entry.family,
    status: entry.status,
    ms: Math.round(entry.milliseconds * 1_000) / 1_000,
    ...(userId === undefined ? {} : { user_id: String(userId) }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(limits === undefined ? {} : { limits }),
    transaction: entry.transaction,
    ...(error === '' ? {} : { error }),
    ...(reason === '' ? {} : { reason }),
    is_recorded: entry.messages !== undefined,
  }
}
