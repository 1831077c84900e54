/**
 * The base of errors that are answers: somebody asked for what cannot be had. They come in floods, nobody looks for
 * their origin in the code, and taking down the stack would cost more than all the rest of a refusal.
 */
export abstract class ExpectedError extends Error {
  constructor(message = '', options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
