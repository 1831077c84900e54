/** Database errors, independent of the engine. */

import { WorkerLeaseLost } from '../lib/ids/snowflake.ts'
import { Outage, outageIn } from '../lib/outage.ts'

/**
 * A lock, a worker number or a lease was not free: most often, another process kept a lock longer than the
 * wait limit. The response is 503 with code 130.
 */
export class StoreBusy extends Outage {
  override readonly name = 'StoreBusy'
}

/**
 * Seconds for the header `retry-after`. A failover may end soon after requests have stopped waiting for it.
 */
const RETRY_AFTER_S = 1

/** The database is unreachable, or the connection to the database was lost. The response is 503 with code 130. */
export class StoreUnavailable extends Outage {
  override readonly name = 'StoreUnavailable'

  override get retryAfterS(): number {
    return RETRY_AFTER_S
  }
}

/** No space left. Nothing of the command is stored. The response is 503 with code 130. */
export class StoreFull extends Outage {
  override readonly name = 'StoreFull'
}

/** The database is read-only. The response is 503 with code 130. */
export class StoreReadOnly extends Outage {
  override readonly name = 'StoreReadOnly'
}

/** The data on disk is corrupt and is never served. The response is 503 with code 130, and readiness fails. */
export class StoreCorrupt extends Outage {
  override readonly name = 'StoreCorrupt'
}

/**
 * One row is corrupt, because its checksum is wrong or its content cannot be decoded. A query for many rows skips the
 * row. A query for this row throws the error.
 */
export class ItemCorrupt extends StoreCorrupt {}

/** The database refused the values of a statement, because of a constraint or their format. */
export class StoreRejected extends Error {
  override readonly name = 'StoreRejected'
}

/** The database failed in another way, such as out of memory or a missing table. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}

/**
 * The database belongs to a newer program, has the wrong encoding or version, or was made with another key.
 */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}

/** A row with the same unique value exists. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
}

export const STORE_ERRORS = [
  StoreBusy,
  StoreUnavailable,
  StoreFull,
  StoreReadOnly,
  StoreCorrupt,
  // The database did not renew the worker lease in time.
  WorkerLeaseLost,
] as const

/** True when `error` was caused by the database and not by the request. */
export function isStoreFailure(error: unknown): boolean {
  return STORE_ERRORS.some((kind) => error instanceof kind)
}

/** Names of the errors that aborted work throws. Such an error says nothing about the item. */
const GIVEN_UP = new Set(['AbortError', 'TimeoutError'])

/** Codes of system errors that concern only one path, so that other paths still work. */
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
 * True when the data of the current item caused `error`, so that a reader may skip the item and continue. False when
 * the database or the machine failed, or the work was aborted. Then every item would fail, so the reader must wait.
 *
 * The engines map all their errors (sqlite/connection.ts, postgres/errors.ts), and system errors have the property
 * `syscall`, so no message is inspected. Any other error comes from the code that processed the item.
 */
export function isItemFailure(error: unknown): boolean {
  const outage = outageIn(error)
  if (outage !== undefined) return outage instanceof ItemCorrupt
  if (error instanceof StoreRefused || error instanceof StoreFailed) return false
  if (!(error instanceof Error)) return true
  if ('syscall' in error) return 'code' in error && OF_A_PATH.has(String(error.code))
  return !GIVEN_UP.has(error.name)
}
