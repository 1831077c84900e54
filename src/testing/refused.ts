/** Defines the errors that test controls throw. */

/** Kinds of errors. `conflict`: the current state of the server does not allow the change. */
export type RefusedControl = 'invalid' | 'not-found' | 'conflict'

/** An error of a test control. The message is a sentence with advice, without a full stop. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
  readonly reason: RefusedControl

  constructor(message: string, reason: RefusedControl = 'invalid') {
    super(message)
    this.reason = reason
  }
}
