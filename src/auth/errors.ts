import { ExpectedError } from '../lib/expected-error.ts'

/** Why a caller was not let in; each family words it. In the order of spec/errors.md#authentication-order. */
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

  /** @param message for the developer's log, never for the world */
  constructor(reason: AuthReason, message: string) {
    super(message)
    this.reason = reason
  }
}
