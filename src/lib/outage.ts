/**
 * The base of errors that say what the program stands on cannot do something now: a database, a disk, a store of files. They
 * come in floods, for every request and every chore, and nobody looks for their origin in the code.
 */
import { isDiskFailure } from './files/disk-failure.ts'

export abstract class Outage extends Error {}

/** Causes that are looked through. */
const DEPTH = 5

/** The outage that an error is or comes from, if any. */
export function outageIn(error: unknown): Error | undefined {
  let reason = error
  for (let depth = 0; depth < DEPTH && reason instanceof Error; depth += 1) {
    if (reason instanceof Outage || isDiskFailure(reason)) return reason
    reason = reason.cause
  }
  return undefined
}
