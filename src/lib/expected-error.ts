/**
 * Base of errors that are responses to invalid requests. They are frequent, so no stack is captured: that would cost
 * more than the rest of a refusal.
 */
export abstract class ExpectedError extends Error {
  constructor(message = '', options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
