/** Holds what the settings name against a second server; PostgreSQL is for several. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { addressOf, type DatabaseSettings } from './open.ts'
import { SERVER_LOCK_FILE, type ServerLock, takeDatabaseLock, takeServerLock } from './sqlite/server-lock.ts'

export class DataLock {
  readonly #settings: DatabaseSettings
  readonly #clock: Clock
  readonly #logger: Logger
  #directory: ServerLock | undefined
  #database: (() => void) | undefined

  constructor(settings: DatabaseSettings, clock: Clock, logger: Logger) {
    this.#settings = settings
    this.#clock = clock
    this.#logger = logger
  }

  /**
   * Takes the lock of the directory, which is made if there is none, and that of the database if there is one already.
   * @throws {StoreRefused} when another server holds either
   */
  async take(): Promise<void> {
    const { data, database } = this.#settings
    if (database !== '') return
    mkdirSync(data, { recursive: true, mode: 0o700 })
    this.#directory = takeServerLock(join(data, SERVER_LOCK_FILE))
    this.#directory.watch(this.#clock, (isHeld) => this.#tellRemoved(isHeld))
    if (existsSync(addressOf(this.#settings).file)) await this.takeDatabase()
  }

  /** Takes the lock of an SQLite file that was made after {@link take}. @throws {StoreRefused} when another server holds it */
  async takeDatabase(): Promise<void> {
    this.#database ??= await takeDatabaseLock(addressOf(this.#settings).file)
  }

  /** May be called twice. */
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
