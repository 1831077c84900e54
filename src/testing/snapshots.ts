/** Named states of the data of a server in test mode, and the state at its start. */
import type { Cluster } from '../cluster/cluster.ts'
import type { Store } from '../db/store.ts'
import type { DatabaseSnapshots } from '../db/test-snapshots/database-snapshots.ts'
import { SNAPSHOT_NAME } from '../db/test-snapshots/snapshots.ts'
import { isCommandRunning } from '../db/workers.ts'
import type { SnowflakeMark } from '../lib/ids/snowflake.ts'
import { systemClock } from '../lib/time/clock.ts'
import type { AppDates } from './app-dates.ts'
import type { ControlledClock } from './clock.ts'
import { ControlRefused } from './refused.ts'

/** The state to which a reset returns. Names that people choose begin with a letter or digit. */
const START = 'start'

/** Maximum number of snapshots: each is a copy of the whole database. */
export const MAX_SNAPSHOTS = 100

export interface SnapshotParts {
  readonly database: DatabaseSnapshots
  readonly store: Store
  readonly cluster: Pick<Cluster, 'members'>
  readonly ids: { readonly mark: SnowflakeMark; rewind(mark: SnowflakeMark): void }
  readonly controls: {
    readonly clock: Pick<ControlledClock, 'restart'>
    readonly dates: Pick<AppDates, 'all' | 'restore'>
    readonly requests: { clear(): void }
  }
  /** Resolves when nothing that is due remains to be delivered to webhooks. */
  readonly delivered: () => Promise<void>
  /** Runs work while no part of the server uses the data; then all parts begin again, after `begin`. */
  readonly replace: (work: () => Promise<void>, begin?: () => void) => Promise<void>
}

/** State that is not in the database. */
interface MemoryState {
  readonly ids: SnowflakeMark
  /** The days of apps. */
  readonly dates: ReadonlyMap<bigint, string>
}

export interface SnapshotFacts {
  readonly name: string
  readonly version: string
}

export class Snapshots {
  readonly #parts: SnapshotParts
  /** State in memory at the snapshots of this process. */
  readonly #marks = new Map<string, MemoryState>()
  readonly #resetTasks: (() => void)[] = []

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  /** Adds a task that runs at every reset, and when the state of the start is saved. */
  onReset(task: () => void): void {
    this.#resetTasks.push(task)
  }

  /** Makes the present state the one of the start. Deliveries that are due come before, so that no reset repeats them. */
  async saveStart(): Promise<void> {
    await this.#parts.delivered()
    await this.#save(START)
    this.#runResetTasks()
  }

  /** Returns to the state of the start: data, clock, ids, days of apps; empties the request log. */
  reset(): Promise<void> {
    return this.#parts.replace(async () => {
      const { clock, requests } = this.#parts.controls
      await clock.restart()
      await this.#restore(START)
      requests.clear()
    }, this.#runResetTasks)
  }

  /** The snapshots, by name, without the one of the start. */
  async list(): Promise<readonly SnapshotFacts[]> {
    const all = await this.#parts.database.list()
    return all.filter(({ name }) => name !== START).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * Saves the present state under a name, in place of an earlier one.
   * @throws {ControlRefused} for a name that is none, and for too many snapshots
   */
  async save(name: string): Promise<void> {
    requireName(name)
    await this.#requireRoom(name)
    await this.#save(name)
  }

  /** Saves a copy of a snapshot under another name. @throws {ControlRefused} also when there is no such snapshot */
  async fork(from: string, name: string): Promise<void> {
    requireName(name)
    await this.#require(from)
    if (from === name) return
    await this.#requireRoom(name)
    await this.#parts.database.copy(from, name)
    const mark = this.#marks.get(from)
    if (mark !== undefined) this.#marks.set(name, mark)
  }

  /**
   * Returns to the data of a snapshot. The clock, faults and the request log stay as they are.
   * @throws {ControlRefused} when there is no such snapshot, it has another version, or another process writes
   */
  async restore(name: string): Promise<void> {
    await this.#require(name)
    await this.#parts.replace(() => this.#restore(name))
  }

  /** @throws {ControlRefused} when there is no such snapshot */
  async remove(name: string): Promise<void> {
    await this.#require(name)
    await this.#parts.database.remove(name)
    this.#marks.delete(name)
  }

  close(): Promise<void> {
    return this.#parts.database.close()
  }

  readonly #runResetTasks = () => {
    for (const task of this.#resetTasks) task()
  }

  async #save(name: string): Promise<void> {
    const { database, ids, controls } = this.#parts
    const state = { ids: ids.mark, dates: controls.dates.all() }
    await database.save(name)
    this.#marks.set(name, state)
  }

  async #restore(name: string): Promise<void> {
    const { database, ids, controls } = this.#parts
    await requireAlone(this.#parts)
    await database.restore(name)
    const mark = this.#marks.get(name)
    if (mark === undefined) return
    ids.rewind(mark.ids)
    controls.dates.restore(mark.dates)
  }

  async #require(name: string): Promise<void> {
    const all = await this.#parts.database.list()
    const found = all.find((one) => one.name === name && name !== START)
    if (found === undefined) {
      throw new ControlRefused(
        `there is no snapshot ${JSON.stringify(name)}; GET /test/snapshots lists them`,
        'not-found',
      )
    }
    const start = all.find((one) => one.name === START)
    if (start !== undefined && start.version !== found.version) {
      throw new ControlRefused(
        `the snapshot ${name} has version ${found.version} of the tables, and this server ${start.version}; save it again`,
        'conflict',
      )
    }
  }

  async #requireRoom(name: string): Promise<void> {
    const all = await this.list()
    if (all.length < MAX_SNAPSHOTS || all.some((one) => one.name === name)) return
    throw new ControlRefused(`there are ${MAX_SNAPSHOTS} snapshots already; delete some of them`, 'conflict')
  }
}

/** Imports, other commands and other servers would go on with data that is gone. */
async function requireAlone({ store, cluster }: SnapshotParts): Promise<void> {
  const isShared = (await cluster.members()).length > 1
  if (!isShared && !(await isCommandRunning(store, systemClock.now()))) return
  throw new ControlRefused(
    'an import, another command or another server is using the data; repeat this when it has ended',
    'conflict',
  )
}

function requireName(name: string): void {
  if (SNAPSHOT_NAME.test(name) && name !== START) return
  throw new ControlRefused(
    `a snapshot has a name of 1 to 40 lower-case letters, digits, _ and -, other than "${START}"`,
  )
}
