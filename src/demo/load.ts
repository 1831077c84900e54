/**
 * Loads the demo network into the database. Users are stored in batches with the import command. Many follows
 * are stored in one transaction if no server runs, otherwise in batches. Progress is stored in the
 * transactions that store users and follows, so that the next start resumes an interrupted load. The progress
 * record stays in the database after the load, so that the next start recognises a complete network.
 */
import type { Tx } from '../db/store.ts'
import { importUsers } from '../domain/accounts/import-users.ts'
import { requireUser, type User } from '../domain/accounts/user.ts'
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import { excludeServers } from '../importers/exclude-servers.ts'
import {
  advanceProgress,
  type ImportProgress,
  ImportRunsElsewhere,
  NO_PROGRESS,
  progressOf,
  unfinishedImports,
} from '../importers/progress.ts'
import { DEMO_USERS, makeNetwork, type Network, networkSize, topUserId } from './network.ts'
import { visitingUser } from './visitor.ts'

/**
 * Thrown when the database cannot contain the requested network. The message tells the operator what to do.
 */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused'
}

const KIND = 'demo'

/**
 * Number of users in a transaction. Few large transactions are faster than many small ones, and no other process waits
 * for them.
 */
const USERS_AT_ONCE = 10_000
const EDGES_AT_ONCE = 100_000
const STAGED_AT_ONCE = 50_000

export interface LoadOptions {
  readonly seed: number
  /** Number of users; by default 20,000. */
  readonly users?: number
  /** The data directory. Without a directory, follows are stored in batches. */
  readonly data?: string
  /** Called with the number of loaded rows. {@link networkSize} returns the total. */
  readonly onRows?: (rows: number) => void
}

export interface LoadedNetwork {
  /** The most popular user. */
  readonly top: User
  readonly visitor: User
  /** True if this call loaded rows. */
  readonly isNew: boolean
}

/**
 * Loads the missing part of the network.
 * @throws {DemoRefused} when the database has another network, or another process is loading a network
 */
export async function loadNetwork(context: Context, options: LoadOptions): Promise<LoadedNetwork> {
  const { seed, users = DEMO_USERS, data } = options
  const fingerprint = `${KIND}:${seed}:${users}`
  await requireNoOther(context, fingerprint)
  const visitor = await visitingUser(context)
  const progress = await progressOf(context.store, fingerprint)
  const isNew = progress.lines < networkSize(users)
  if (isNew) {
    const loading = new Loading(context, fingerprint, progress, options.onRows)
    await loading.run(makeNetwork(seed, visitor.id, users), data)
  }
  const top = await requireUser(context.store, { id: topUserId(seed, users) })
  return { top, visitor, isNew }
}

async function requireNoOther({ store }: Context, fingerprint: string): Promise<void> {
  const other = (await unfinishedImports(store, KIND)).find((name) => name !== fingerprint)
  if (other === undefined) return
  const [, seed] = other.split(':')
  throw new DemoRefused(
    `the data contains the demo network of seed ${seed}; use --seed ${seed}, or other data (--data, --database)`,
  )
}

/** One run of loading. The progress counts the rows of users first, and then the rows of edges. */
class Loading {
  readonly #context: Context
  readonly #fingerprint: string
  readonly #onRows: ((rows: number) => void) | undefined
  #progress: ImportProgress

  constructor(
    context: Context,
    fingerprint: string,
    progress: ImportProgress,
    onRows: ((rows: number) => void) | undefined,
  ) {
    this.#context = context
    this.#fingerprint = fingerprint
    this.#progress = progress
    this.#onRows = onRows
  }

  async run({ users, edges }: Network, data: string | undefined): Promise<void> {
    const context = this.#context
    try {
      await this.#batches(0, users, USERS_AT_ONCE, (some, note) => importUsers(context, some, note))
      if (data !== undefined) await this.#storeTogether(users.length, edges, data)
      await this.#batches(users.length, edges, EDGES_AT_ONCE, (some, note) =>
        importFollows(context, some, note),
      )
    } catch (error) {
      if (!(error instanceof ImportRunsElsewhere)) throw error
      const message = 'another process is loading the demo network into this data; wait until it has finished'
      throw new DemoRefused(message, { cause: error })
    }
  }

  /**
   * Stores the missing edges in one transaction, if this is faster and no server runs
   * (docs/decisions/0084-imports-in-bulk.md).
   * @param start number of rows before the edges
   */
  async #storeTogether(start: number, edges: readonly ImportedEdge[], data: string): Promise<void> {
    const context = this.#context
    const first = this.#progress.lines - start
    if (!(await areStagedFaster(context.store, edges.length - first))) return
    using exclusion = await excludeServers(context, data)
    if (exclusion === undefined) return
    const staged = new StagedFollows(context)
    for (let from = first; from < edges.length; from += STAGED_AT_ONCE) {
      const some = edges.slice(from, from + STAGED_AT_ONCE)
      await staged.add(some)
      this.#onRows?.(start + from + some.length)
    }
    const lines = start + edges.length
    const next = { ...NO_PROGRESS, lines, imported: lines }
    await staged.store((tx) => this.#move(tx, this.#progress, next))
    this.#progress = next
  }

  /** @param start number of rows before these edges */
  async #batches<Row>(
    start: number,
    rows: readonly Row[],
    size: number,
    store: (some: readonly Row[], note: (tx: Tx) => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    for (let from = Math.max(this.#progress.lines - start, 0); from < rows.length; from += size) {
      const some = rows.slice(from, from + size)
      const before = this.#progress
      const lines = start + from + some.length
      const next = { ...NO_PROGRESS, lines, imported: lines }
      await store(some, (tx) => this.#move(tx, before, next))
      this.#progress = next
      this.#onRows?.(lines)
    }
  }

  async #move(tx: Tx, from: ImportProgress, to: ImportProgress): Promise<void> {
    await advanceProgress(tx, this.#fingerprint, from, to, this.#context.clock.now())
  }
}
