/** What can go wrong in a database, in words that do not depend on the engine. */
import { Outage } from '../lib/outage.ts'

import { WorkerLeaseLost } from '../lib/snowflake.ts'

/** The write lock was held by another process for longer than the wait allowed. Answered as 503/130. */
export class StoreBusy extends Outage {
  override readonly name = 'StoreBusy'
}

/** The database cannot be reached or has gone away. Answered as 503/130. */
export class StoreUnavailable extends Outage {
  override readonly name = 'StoreUnavailable'
}

/** There is no room left for the data. Nothing of the verb is stored. Answered as 503/130. */
export class StoreFull extends Outage {
  override readonly name = 'StoreFull'
}

/** The database may only be read. Answered as 503/130. */
export class StoreReadOnly extends Outage {
  override readonly name = 'StoreReadOnly'
}

/** The data on disk is not what was written. Never served: answered as 503/130, and readiness fails. */
export class StoreDamaged extends Outage {
  override readonly name = 'StoreDamaged'
}

/** The database was written by a newer program, is of the wrong encoding or version, or has another key. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}

/** A row with the same unique value is already there. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
}

export const STORE_ERRORS = [
  StoreBusy,
  StoreUnavailable,
  StoreFull,
  StoreReadOnly,
  StoreDamaged,
  // The database could not be asked for another lease in time.
  WorkerLeaseLost,
] as const

/** Whether the database, not the request, is the reason of `error`. */
export function isStoreFailure(error: unknown): boolean {
  return STORE_ERRORS.some((kind) => error instanceof kind)
}
