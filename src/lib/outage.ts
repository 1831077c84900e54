/**
 * Base class of errors of infrastructure that has failed, such as a database, a disk or a blob store. During
 * an outage, such errors occur for every request and job, so the log shows them in one line without a stack.
 */
import { isDiskFailure } from './files/disk-failure.ts'

export abstract class Outage extends Error {
  /** Number of seconds after which a client may try again; undefined if the number is not known. */
  get retryAfterS(): number | undefined {
    return undefined
  }
}

/** Maximum number of nested causes that are examined. */
const DEPTH = 5

/** The outage in an error: the error itself or one of its causes. */
export function outageIn(error: unknown): Error | undefined {
  let reason = error
  for (let depth = 0; depth < DEPTH && reason instanceof Error; depth += 1) {
    if (reason instanceof Outage || isDiskFailure(reason)) return reason
    reason = reason.cause
  }
  return undefined
}

/** Number of seconds after which a request that failed with `error` may be tried again. */
export function retryAfterOf(error: unknown): number | undefined {
  const outage = outageIn(error)
  return outage instanceof Outage ? outage.retryAfterS : undefined
}
