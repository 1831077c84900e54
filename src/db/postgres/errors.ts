/** PostgreSQL's errors in the store's words. */
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

/** Whether the statement fell to a deadlock and would do well on its own. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK || codeOf(error) === SERIALIZATION
}

/** Whether the statement waited for another transaction's lock as long as it might. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}

/** Whether a statement has divided by zero: how one fails on purpose. */
export function isDivisionByZero(error: unknown): boolean {
  return codeOf(error) === DIVISION_BY_ZERO
}

/** `error` of the driver in the store's words, whichever it is; anything else as it is. */
export function storeError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const options = { cause: error }
  const message = error instanceof Error ? error.message : String(error)
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
  // Classes 22 (the values cannot be taken), 23 (they break a constraint) and 54 (they are too large).
  if (/^(22|23|54)/.test(code)) return new StoreRejected(message, options)
  if (isDeadlock(error)) return new StoreBusy(`PostgreSQL gave up a transaction: ${message}`, options)
  return new StoreFailed(`PostgreSQL failed: ${message} (${code})`, options)
}

/** Whether it may be otherwise in a moment: PostgreSQL boots, stops, or is full. A name that leads nowhere is mistyped. */
export function mayPass(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && error.cause !== undefined && codeOf(error.cause) !== 'ENOTFOUND'
}

function isConnectionCode(code: string): boolean {
  // Classes 08 (connection), 53 (resources) and 57 (shutdown), and the codes of sockets and of the driver.
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
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}
