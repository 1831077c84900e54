/** What can go wrong in a database, in words that do not depend on the engine. */

import { WorkerLeaseLost } from '../lib/ids/snowflake.ts'
import { Outage, outageIn } from '../lib/outage.ts'

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
export class StoreCorrupt extends Outage {
  override readonly name = 'StoreCorrupt'
}

/**
 * One row is not what was written: its checksum does not fit, or it cannot be decoded. As {@link StoreCorrupt} to whoever
 * asks for that row; a reader of many rows goes on with the others.
 */
export class ItemCorrupt extends StoreCorrupt {}

/** The database refuses the values of a statement, for a constraint or their form: they are the reason, not the database. */
export class StoreRejected extends Error {
  override readonly name = 'StoreRejected'
}

/** The database failed in a way that has no name here, such as for want of memory or of a table. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
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
  StoreCorrupt,
  // The database could not be asked for another lease in time.
  WorkerLeaseLost,
] as const

/** Whether the database, not the request, is the reason of `error`. */
export function isStoreFailure(error: unknown): boolean {
  return STORE_ERRORS.some((kind) => error instanceof kind)
}

/** Names of errors by which work was given up: the item has nothing to do with it. */
const GIVEN_UP = new Set(['AbortError', 'TimeoutError'])

/** Errors of the system that one path alone may have. */
const OF_A_PATH = new Set([
  'EACCES',
  'EPERM',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOTDIR',
  'ENOTEMPTY',
])

/**
 * Whether the data of the item at hand is the reason of `error`, so that a reader may leave that item out and go on. It is
 * not when the database or the machine failed, or the work was given up: then every item would fail, and the reader waits.
 *
 * The engines name all their errors (sqlite/connection.ts, postgres/errors.ts), and errors of the system carry the call
 * that failed, so no message is looked at. Whatever else is thrown, code has thrown about the data that it was given.
 */
export function isItemFailure(error: unknown): boolean {
  const outage = outageIn(error)
  if (outage !== undefined) return outage instanceof ItemCorrupt
  if (error instanceof StoreRefused || error instanceof StoreFailed) return false
  if (!(error instanceof Error)) return true
  if ('syscall' in error) return 'code' in error && OF_A_PATH.has(String(error.code))
  return !GIVEN_UP.has(error.name)
}
