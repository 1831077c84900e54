/**
 * Locks the data directory and the SQLite file that the settings name, so that no second server can use them.
 * PostgreSQL needs no lock, because several servers may share a database.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../lib/time/clock.ts'
import { addressOf, type DatabaseSettings } from './open.ts'
import { SERVER_LOCK_FILE, type ServerLock, takeDatabaseLock, takeServerLock } from './sqlite/server-lock.ts'
import type { StoreLogger } from './store.ts'

export class DataLock {
  readonly #settings: DatabaseSettings
  readonly #clock: Clock
  readonly #logger: StoreLogger
  #directory: ServerLock | undefined
  #database: (() => void) | undefined

  constructor(settings: DatabaseSettings, clock: Clock, logger: StoreLogger) {
    this.#settings = settings
    this.#clock = clock
    this.#logger = logger
  }

  /**
   * Locks the directory, which is created if missing, and the database file if it exists.
   * @throws {StoreRefused} when another server has one of the locks
   */
  async take(): Promise<void> {
    const { data, database } = this.#settings
    if (database !== '') return
    mkdirSync(data, { recursive: true, mode: 0o700 })
    this.#directory = takeServerLock(join(data, SERVER_LOCK_FILE))
    this.#directory.watch(this.#clock, (isHeld) => this.#tellRemoved(isHeld))
    if (existsSync(addressOf(this.#settings).file)) await this.takeDatabase()
  }

  /**
   * Locks a SQLite file that was created after {@link take}. @throws {StoreRefused} when another server has the lock
   */
  async takeDatabase(): Promise<void> {
    this.#database ??= await takeDatabaseLock(addressOf(this.#settings).file)
  }

  /** Releases both locks; may be called twice. */
  release(): void {
    this.#database?.()
    this.#directory?.release()
    this.#database = undefined
    this.#directory = undefined
  }

  #tellRemoved(isHeld: boolean): void {
    const facts = { file: SERVER_LOCK_FILE, directory: this.#settings.data }
    if (isHeld) this.#logger.warn(facts, 'the lock file was removed; it is there again and locked')
    else
      this.#logger.error(
        facts,
        'the lock file was removed and cannot be locked again; see that no other server runs on this directory',
      )
  }
}
