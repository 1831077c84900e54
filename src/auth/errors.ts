import { EdgeError } from '../http/endpoint.ts'
import { ExpectedError } from '../lib/expected-error.ts'

/**
 * Reasons for failed authentication, in the order of spec/errors.md#authentication-order. Each API version has
 * different texts for them.
 */
export type AuthReason =
  | 'no-credentials'
  | 'unreadable-credentials'
  | 'bad-signature'
  | 'timestamp-out-of-range'
  | 'bad-token'
  | 'user-suspended'

export class AuthError extends ExpectedError {
  override readonly name = 'AuthError'
  readonly reason: AuthReason
  /** The app that the credentials name; the request log of that app stores the error. Undefined if they name no app. */
  readonly appId: bigint | undefined

  /** @param message a text for the log, which is never sent to clients */
  constructor(reason: AuthReason, message: string, appId?: bigint) {
    super(message)
    this.reason = reason
    this.appId = appId
  }
}

/** Kinds of callers in the texts of errors. */
export type CallerKind = 'oauth1-user' | 'oauth2-user' | 'app'

/** Thrown when an endpoint does not accept the kind of the caller. */
export class WrongCallerKind extends EdgeError {
  readonly used: CallerKind
  readonly taken: readonly CallerKind[]

  constructor(used: CallerKind, taken: readonly CallerKind[]) {
    const reason = used === 'app' ? 'user-context-only' : 'app-context-only'
    super(reason, `the endpoint takes ${taken.join(' and ')}, not ${used}`)
    this.used = used
    this.taken = taken
  }
}
