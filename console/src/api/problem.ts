/** Errors of the console's API, each with a reason for programs and a message for people. */
import { ERRORS } from '../text/errors.ts'

/** An error response, or an error without a response (status 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** A word such as `app-not-found`; `unreachable` without a response, `failed` for any other error. */
  readonly reason: string
  /** The form field with the mistake. */
  readonly field: string | undefined

  constructor(status: number, reason: string, message: string, field?: string) {
    super(message)
    this.status = status
    this.reason = reason
    this.field = field
  }

  /** True when the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/**
 * Reads a problem from the body of a response. Other bodies, such as those of a proxy, become a problem with a default
 * text.
 */
export function problemOf(status: number, body: unknown): ApiProblem {
  if (typeof body === 'object' && body !== null && 'reason' in body && 'message' in body) {
    const field = 'field' in body && typeof body.field === 'string' ? body.field : undefined
    return new ApiProblem(status, String(body.reason), String(body.message), field)
  }
  return new ApiProblem(status, 'unexpected-answer', ERRORS.unexpected(status))
}

/** Converts `error` to a problem. An error that is not a problem yet gets the status 0. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof TypeError) return new ApiProblem(0, 'unreachable', ERRORS.unreachable)
  return new ApiProblem(0, 'failed', error instanceof Error ? error.message : String(error))
}
