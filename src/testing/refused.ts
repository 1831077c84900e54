/** Refusals of test controls. */

/** `conflict` for a state of the server that does not allow the change now. */
export type RefusedControl = 'invalid' | 'not-found' | 'conflict'

/** Refusal of a test control. The message is a sentence without a full stop that says what to do. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
  readonly reason: RefusedControl

  constructor(message: string, reason: RefusedControl = 'invalid') {
    super(message)
    this.reason = reason
  }
}
