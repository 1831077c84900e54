/** Opens the store named by the settings. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '../lib/log.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { Tracing } from '../lib/tracing/tracing.ts'
import type { DatabaseAddress } from './migration.ts'
import { openPrimary } from './postgres/open-primary.ts'
import type { Primary } from './postgres/primary.ts'
import { PostgresStore } from './postgres/store.ts'
import { SqliteStore } from './sqlite/store.ts'
import type { AppendDrafts, Store, StoreLogger, StoreObserver } from './store.ts'
import { TracedStore } from './traced-store.ts'

/** Name of the SQLite file in the data directory. */
export const DATABASE_FILE = 'aviary.sqlite'

export interface DatabaseSettings {
  readonly data: string
  readonly database: string
}

/** Database address from the settings `data` and `database`. */
export function addressOf({ data, database }: DatabaseSettings): DatabaseAddress {
  return { url: database, file: join(data, DATABASE_FILE) }
}

/** Returns the result of {@link addressOf}, and creates the data directory with permissions for its owner only. */
export function databaseAddress(settings: DatabaseSettings): DatabaseAddress {
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  return addressOf(settings)
}

export interface OpenOptions {
  readonly clock: Clock
  readonly appendDrafts: AppendDrafts
  readonly manner: 'server' | 'command'
  readonly pool?: number
  /** Finds the primary of a URL with several hosts. */
  readonly primary?: Primary | undefined
  /** Logs background failures. Without this logger, warnings go to standard error. */
  readonly logger?: StoreLogger | undefined
  readonly observer?: StoreObserver
  /** Traces statements; undefined for no traces. */
  readonly tracing?: Tracing | undefined
}

/**
 * The object that finds the primary of a URL with several hosts; undefined for other addresses. The store and the
 * cluster share it.
 * @param waitS seconds from the start of an outage during which statements wait for a primary
 */
export function primaryOf(
  { url }: DatabaseAddress,
  waitS: number,
  logger: StoreLogger | undefined,
): Primary | undefined {
  return openPrimary(url, { waitMs: waitS * 1_000, clock: systemClock, logger })
}

/** Opens a store over a migrated database. @throws engine errors when the database cannot be opened */
export function openStore(address: DatabaseAddress, options: OpenOptions): Store {
  const store = openEngine(address, options)
  return options.tracing === undefined ? store : new TracedStore(store, options.tracing)
}

function openEngine(address: DatabaseAddress, options: OpenOptions): Store {
  const {
    clock,
    appendDrafts,
    manner,
    logger = createLogger('warn', process.stderr),
    observer = {},
  } = options
  if (address.url === '')
    return new SqliteStore({ file: address.file, clock, appendDrafts, manner, logger, observer })
  return new PostgresStore({
    url: address.url,
    primary: options.primary,
    clock,
    appendDrafts,
    pool: options.pool ?? 10,
    logger,
    observer,
  })
}
