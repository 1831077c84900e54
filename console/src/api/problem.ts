/** Errors of the console's API: problem documents with a reason for programs and a message for people. */
import { ERRORS } from '../text/errors.ts'

/** An answer that is not a success, or no answer at all (status 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** A word such as `app-not-found`; `unreachable` without an answer. */
  readonly reason: string
  /** The field of the form that the problem is about. */
  readonly field: string | undefined

  constructor(status: number, reason: string, message: string, field?: string) {
    super(message)
    this.status = status
    this.reason = reason
    this.field = field
  }

  /** True when the same request may succeed later without a change. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** The problem in the body of an answer; bodies of another form, such as those of a proxy, become one too. */
export function problemOf(status: number, body: unknown): ApiProblem {
  if (typeof body === 'object' && body !== null && 'reason' in body && 'message' in body) {
    const field = 'field' in body && typeof body.field === 'string' ? body.field : undefined
    return new ApiProblem(status, String(body.reason), String(body.message), field)
  }
  return new ApiProblem(status, 'unexpected-answer', ERRORS.unexpected(status))
}

/** `error` as a problem: errors of the network have status 0. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof TypeError) return new ApiProblem(0, 'unreachable', ERRORS.unreachable)
  return new ApiProblem(0, 'failed', error instanceof Error ? error.message : String(error))
}
