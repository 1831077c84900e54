/** Maps PostgreSQL errors to store errors. */
import postgres from 'postgres'
import {
  StoreBusy,
  StoreCorrupt,
  StoreFailed,
  StoreFull,
  StoreReadOnly,
  StoreRefused,
  StoreRejected,
  StoreUnavailable,
  UniqueViolation,
} from '../errors.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DEADLOCK = '40P01'
const SERIALIZATION = '40001'
const UNIQUE = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const DIVISION_BY_ZERO = '22012'
const QUERY_CANCELED = '57014'
const TOO_MANY_CONNECTIONS = '53300'

/** Thrown when no server became the primary during the time for which a request waits. */
export class NoPrimary extends StoreUnavailable {}

/** True when a deadlock or a serialization failure aborted the statement, so that a retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK || codeOf(error) === SERIALIZATION
}

/** True when the statement timed out on a lock of another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}

/** True for a division by zero. Statements divide by zero to fail when a condition does not hold. */
export function isDivisionByZero(error: unknown): boolean {
  return codeOf(error) === DIVISION_BY_ZERO
}

/** Maps an error of the driver to a store error; returns other errors unchanged. */
export function storeError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const options = { cause: error }
  const message = Error.isError(error) ? error.message : String(error)
  if (code === UNIQUE) return new UniqueViolation(message, options)
  if (code === '25006')
    return new StoreReadOnly('the PostgreSQL server accepts no writes now (it may be a standby)', options)
  if (code === '53100') return new StoreFull('the PostgreSQL server has no disk space left', options)
  if (code.startsWith('XX')) return new StoreCorrupt(`PostgreSQL reports damaged data: ${message}`, options)
  if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED)
    return new StoreBusy(`PostgreSQL could not get a lock in time: ${message}`, options)
  if (code === '3D000' || code.startsWith('28'))
    return new StoreRefused(`PostgreSQL refused the connection: ${message}`, options)
  if (code === TOO_MANY_CONNECTIONS) {
    const advice = 'raise its max_connections, or let servers use fewer with --pool'
    return new StoreUnavailable(`PostgreSQL has no connection free (${message}): ${advice}`, options)
  }
  if (isConnectionCode(code)) return new StoreUnavailable(`PostgreSQL cannot be reached: ${message}`, options)
  if (!(error instanceof postgres.PostgresError)) return error
  // Classes 22 (invalid values), 23 (constraint violations) and 54 (limits exceeded).
  if (/^(22|23|54)/.test(code)) return new StoreRejected(message, options)
  if (isDeadlock(error)) return new StoreBusy(`PostgreSQL gave up a transaction: ${message}`, options)
  return new StoreFailed(`PostgreSQL failed: ${message} (${code})`, options)
}

/**
 * True when the error may be temporary: PostgreSQL is starting or stopping, or has no free connection. The error for an
 * unknown host name is not temporary.
 */
export function mayPass(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && error.cause !== undefined && codeOf(error.cause) !== 'ENOTFOUND'
}

function isConnectionCode(code: string): boolean {
  // Classes 08 (connection), 53 (resources) and 57 (shutdown), and error codes of sockets and of the driver.
  return (
    /^(08|53|57)/.test(code) ||
    /^(CONNECTION_|CONNECT_TIMEOUT|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH))/.test(
      code,
    )
  )
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof StoreRejected) return codeOf(error.cause)
  if (error instanceof postgres.PostgresError) return error.code
  if (Error.isError(error) && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}
