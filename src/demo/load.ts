/**
 * Loads the demo network into a place of data, in batches by the bulk verbs. Where it stands is stored with each batch,
 * so that an interrupted first start goes on with the next one; it stays at the end, and a second start sees by it that
 * all is there.
 */
import type { Tx } from '../db/store.ts'
import { importUsers } from '../domain/accounts/import-users.ts'
import { requireUser, type User } from '../domain/accounts/user.ts'
import type { Context } from '../domain/context.ts'
import { importFollows } from '../domain/graph/import-follows.ts'
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

/** Thrown when the place of data cannot have the network that was asked for; the message says what to do. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused'
}

const KIND = 'demo'

/** Rows of a transaction: the fewer commits, the sooner it is done, and nobody else waits for them. */
const USERS_AT_ONCE = 10_000
const EDGES_AT_ONCE = 100_000

export interface LoadOptions {
  readonly seed: number
  /** How many users; 20,000 when left out. */
  readonly users?: number
  /** Told how many of {@link networkSize} rows are there. */
  readonly onRows?: (rows: number) => void
}

export interface LoadedNetwork {
  /** The most popular user. */
  readonly top: User
  readonly visitor: User
  /** Whether this call loaded something. */
  readonly isNew: boolean
}

/**
 * Loads what is missing of the network.
 * @throws {DemoRefused} when another network is there, or another process is loading one
 */
export async function loadNetwork(context: Context, options: LoadOptions): Promise<LoadedNetwork> {
  const { seed, users = DEMO_USERS } = options
  const fingerprint = `${KIND}:${seed}:${users}`
  await requireNoOther(context, fingerprint)
  const visitor = await visitingUser(context)
  const standing = await progressOf(context.store, fingerprint)
  const isNew = standing.lines < networkSize(users)
  if (isNew) {
    const loading = new Loading(context, fingerprint, standing, options.onRows)
    await loading.run(makeNetwork(seed, visitor.id, users))
  }
  const top = await requireUser(context.store, { id: topUserId(seed, users) })
  return { top, visitor, isNew }
}

async function requireNoOther({ store }: Context, fingerprint: string): Promise<void> {
  const other = (await unfinishedImports(store, KIND)).find((name) => name !== fingerprint)
  if (other === undefined) return
  const [, seed] = other.split(':')
  throw new DemoRefused(
    `the data holds the demo network of the seed ${seed}; give --seed ${seed}, or another place (--data, --database)`,
  )
}

/** One run; what it counts as lines are users, then edges. */
class Loading {
  readonly #context: Context
  readonly #fingerprint: string
  readonly #onRows: ((rows: number) => void) | undefined
  #standing: ImportProgress

  constructor(
    context: Context,
    fingerprint: string,
    standing: ImportProgress,
    onRows: ((rows: number) => void) | undefined,
  ) {
    this.#context = context
    this.#fingerprint = fingerprint
    this.#standing = standing
    this.#onRows = onRows
  }

  async run({ users, edges }: Network): Promise<void> {
    const context = this.#context
    try {
      await this.#batches(0, users, USERS_AT_ONCE, (some, note) => importUsers(context, some, note))
      await this.#batches(users.length, edges, EDGES_AT_ONCE, (some, note) =>
        importFollows(context, some, note),
      )
    } catch (error) {
      if (!(error instanceof ImportRunsElsewhere)) throw error
      const message = 'another process is loading the demo network into this data; let it finish'
      throw new DemoRefused(message, { cause: error })
    }
  }

  /** @param start rows before these */
  async #batches<Row>(
    start: number,
    rows: readonly Row[],
    size: number,
    store: (some: readonly Row[], note: (tx: Tx) => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    for (let from = Math.max(this.#standing.lines - start, 0); from < rows.length; from += size) {
      const some = rows.slice(from, from + size)
      const before = this.#standing
      const lines = start + from + some.length
      const next = { ...NO_PROGRESS, lines, imported: lines }
      await store(some, (tx) => this.#move(tx, before, next))
      this.#standing = next
      this.#onRows?.(lines)
    }
  }

  async #move(tx: Tx, from: ImportProgress, to: ImportProgress): Promise<void> {
    await advanceProgress(tx, this.#fingerprint, from, to, this.#context.clock.now())
  }
}
