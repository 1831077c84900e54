/**
 * Base of errors of infrastructure that does not work now: a database, a disk, a blob store. They occur for every
 * request and job, so no stack is captured.
 */
import { isDiskFailure } from './files/disk-failure.ts'

export abstract class Outage extends Error {
  /** Seconds after which a client may try again; undefined where that cannot be said. */
  get retryAfterS(): number | undefined {
    return undefined
  }
}

/** Maximum depth of causes. */
const DEPTH = 5

/** The outage that `error` is or is caused by. */
export function outageIn(error: unknown): Error | undefined {
  let reason = error
  for (let depth = 0; depth < DEPTH && reason instanceof Error; depth += 1) {
    if (reason instanceof Outage || isDiskFailure(reason)) return reason
    reason = reason.cause
  }
  return undefined
}

/** Seconds after which a request that failed with `error` may be tried again. */
export function retryAfterOf(error: unknown): number | undefined {
  const outage = outageIn(error)
  return outage instanceof Outage ? outage.retryAfterS : undefined
}
