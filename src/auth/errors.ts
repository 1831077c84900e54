import { ExpectedError } from '../lib/expected-error.ts'

/** Reasons for failed authentication, in the order of spec/errors.md#authentication-order. Each API version has its own texts. */
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

  /** @param message for the log; never sent to clients */
  constructor(reason: AuthReason, message: string) {
    super(message)
    this.reason = reason
  }
}
