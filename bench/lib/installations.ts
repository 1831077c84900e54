/**
 * Creates installations for benches: new data directories, and databases on a PostgreSQL that the bench
 * starts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, defaultConfig } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import { type PostgresServer, startPostgres } from '../../test/support/databases/postgres-server.ts'

export interface Installation {
  readonly engine: Engine
  /** Settings of an Aviary with this data. The database is not migrated yet. */
  readonly config: Config
}

/** Creates installations whose commits reach the disk on both engines. Everything is removed at the end. */
export class Installations implements AsyncDisposable {
  readonly #root: string
  #server: Promise<PostgresServer> | undefined
  #made = 0

  private constructor(root: string) {
    this.#root = root
  }

  static async open(): Promise<Installations> {
    return new Installations(await mkdtemp(join(tmpdir(), 'aviary-bench-')))
  }

  /** A directory for other files of the bench. */
  get root(): string {
    return this.#root
  }

  async fresh(engine: Engine): Promise<Installation> {
    this.#made += 1
    const name = `bench_${this.#made}`
    const config = {
      ...defaultConfig(),
      data: join(this.#root, name),
      port: 0,
      ops_port: 0,
      log_level: 'silent' as const,
      limits: 'off' as const,
      // Verification would read the file during measurements.
      verify_at_start: 'off' as const,
    }
    if (engine === 'sqlite') return { engine, config }
    this.#server ??= startPostgres({ fsync: true })
    return { engine, config: { ...config, database: await (await this.#server).createDatabase(name) } }
  }

  /** Removes the files of an SQLite installation; databases stay until the end. */
  async discard(place: Installation): Promise<void> {
    await rm(place.config.data, { recursive: true, force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#server)?.stop()
    await rm(this.#root, { recursive: true, force: true })
  }
}
