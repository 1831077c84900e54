/**
 * Base class of errors that become responses to invalid requests. Such errors are frequent, so no stack is captured.
 * Capturing a stack would cost more than the rest of the response.
 */
export abstract class ExpectedError extends Error {
  constructor(message = '', options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
