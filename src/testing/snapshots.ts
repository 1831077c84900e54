/** Takes and restores snapshots of the data of a server in test mode, and of the state at its start. */
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Store } from '../db/store.ts'
import type { DatabaseSnapshots } from '../db/test-snapshots/database-snapshots.ts'
import { SNAPSHOT_NAME } from '../db/test-snapshots/snapshots.ts'
import { isCommandRunning } from '../db/workers.ts'
import type { SnowflakeMark } from '../lib/ids/snowflake.ts'
import { systemClock } from '../lib/time/clock.ts'
import type { AppDates } from './app-dates.ts'
import type { ControlledClock } from './clock.ts'
import type { FaultInjector, SentPlan } from './faults/injector.ts'
import { ControlRefused } from './refused.ts'

/** The name of the state that a reset restores. A snapshot cannot have this name. */
const START = 'start'

/** Maximum number of snapshots. The number is limited, because each snapshot is a copy of the whole database. */
export const MAX_SNAPSHOTS = 100

export interface SnapshotParts {
  readonly database: DatabaseSnapshots
  readonly store: Store
  readonly cluster: Pick<Cluster, 'members'>
  readonly ids: { readonly mark: SnowflakeMark; rewind(mark: SnowflakeMark): void }
  readonly controls: {
    readonly clock: Pick<ControlledClock, 'restart'>
    readonly dates: Pick<AppDates, 'all' | 'restore'>
    readonly faults: Pick<FaultInjector, 'plan' | 'arm'>
    readonly requests: { clear(): void }
    readonly blobs: BlobSnapshots
  }
  /** Resolves when all due webhook deliveries have ended. */
  readonly delivered: () => Promise<void>
  /**
   * Stops all parts of the server that use the data, and runs `work`. After `work`, calls `begin` and starts the parts
   * again.
   */
  readonly replace: (work: () => Promise<void>, begin?: () => void) => Promise<void>
}

/** The parts of the state that the database does not contain. */
interface MemoryState {
  readonly ids: SnowflakeMark
  /** API days of apps. */
  readonly dates: ReadonlyMap<bigint, string>
}

export interface SnapshotFacts {
  readonly name: string
  readonly version: string
}

export class Snapshots {
  readonly #parts: SnapshotParts
  /** Parts of states that are only in memory; each belongs to a snapshot that this process took. */
  readonly #marks = new Map<string, MemoryState>()
  readonly #resetTasks: (() => void)[] = []
  #working: Promise<unknown> = Promise.resolve()
  #startPlan: SentPlan | undefined

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  /** Adds a task that runs at every reset, and whenever the state at the start is saved. */
  onReset(task: () => void): void {
    this.#resetTasks.push(task)
  }

  /**
   * Saves the current state as the state that a reset restores. Due deliveries are sent first, so that a reset does
   * not repeat them.
   */
  saveStart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.delivered()
      await this.#save(START)
      this.#startPlan = this.#parts.controls.faults.plan
      this.#runResetTasks()
    })
  }

  /**
   * Restores the state at the start: data, clock, ids, API days of apps, fault plan. The call also empties the
   * request log.
   * @param onBegin called after all checks, before streams end and requests wait
   * @throws {ControlRefused} while another process uses the data
   */
  reset(onBegin: () => void = () => undefined): Promise<void> {
    return this.#inTurn(() => this.#replace(() => this.#resetAll(), this.#runResetTasks, onBegin))
  }

  /** The snapshots in the order of their names. The state at the start is not among them. */
  async list(): Promise<readonly SnapshotFacts[]> {
    const all = await this.#parts.database.list()
    return all.filter(({ name }) => name !== START).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * Saves the current state under a name. An existing snapshot with this name is replaced.
   * @throws {ControlRefused} for an invalid name, and for too many snapshots
   */
  save(name: string): Promise<void> {
    return this.#inTurn(async () => {
      requireName(name)
      await this.#requireRoom(name)
      await this.#save(name)
    })
  }

  /**
   * Copies a snapshot to another name. @throws {ControlRefused} for an unknown snapshot, an invalid name, and too
   * many snapshots
   */
  fork(from: string, name: string): Promise<void> {
    return this.#inTurn(async () => {
      requireName(name)
      await this.#requireUsable(from)
      if (from === name) return
      await this.#requireRoom(name)
      const { database, controls } = this.#parts
      await controls.blobs.copy(from, name)
      await database.copy(from, name)
      const mark = this.#marks.get(from)
      if (mark === undefined) this.#marks.delete(name)
      else this.#marks.set(name, mark)
    })
  }

  /**
   * Restores the data of a snapshot. The clock, the faults and the request log stay unchanged.
   * @param onBegin called after all checks, before streams end and requests wait
   * @throws {ControlRefused} for an unknown snapshot, for a snapshot of another version, and while another process uses
   * the data
   */
  restore(name: string, onBegin: () => void = () => undefined): Promise<void> {
    return this.#inTurn(async () => {
      await this.#requireUsable(name)
      await this.#replace(() => this.#restore(name), undefined, onBegin)
    })
  }

  /** @throws {ControlRefused} for an unknown snapshot */
  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#require(name)
      await this.#parts.database.remove(name)
      await this.#parts.controls.blobs.remove(name)
      this.#marks.delete(name)
    })
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
    await controls.blobs.save(name, () => database.save(name))
    this.#marks.set(name, state)
  }

  async #restore(name: string): Promise<void> {
    const { database, ids, controls } = this.#parts
    await requireAlone(this.#parts)
    await database.restore(name)
    await controls.blobs.restore(name)
    const mark = this.#marks.get(name)
    if (mark === undefined) return
    ids.rewind(mark.ids)
    controls.dates.restore(mark.dates)
  }

  async #resetAll(): Promise<void> {
    const { clock, requests, faults } = this.#parts.controls
    await clock.restart()
    await this.#restore(START)
    requests.clear()
    if (this.#startPlan !== undefined) faults.arm(this.#startPlan)
  }

  /** Runs the checks, then replaces the data. */
  async #replace(work: () => Promise<void>, begin?: () => void, onBegin?: () => void): Promise<void> {
    await requireAlone(this.#parts)
    onBegin?.()
    await this.#parts.replace(work, begin)
  }

  /** Runs changes of snapshots one after another. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#working.then(work)
    this.#working = done.catch(() => undefined) // The caller of `#inTurn` gets the error.
    return done
  }

  async #require(name: string): Promise<SnapshotFacts> {
    const all = await this.list()
    const found = all.find((one) => one.name === name)
    if (found !== undefined) return found
    throw new ControlRefused(
      `there is no snapshot ${JSON.stringify(name)}; GET /test/snapshots lists them`,
      'not-found',
    )
  }

  async #requireUsable(name: string): Promise<void> {
    const { version } = await this.#require(name)
    const start = (await this.#parts.database.list()).find((one) => one.name === START)
    if (start === undefined || start.version === version) return
    const why =
      version === ''
        ? 'cannot be read'
        : `was saved with version ${version} of the tables, and this server has version ${start.version}`
    throw new ControlRefused(
      `the snapshot ${name} ${why}; delete it, and save it again from its data`,
      'conflict',
    )
  }

  async #requireRoom(name: string): Promise<void> {
    const all = await this.list()
    if (all.length < MAX_SNAPSHOTS || all.some((one) => one.name === name)) return
    throw new ControlRefused(`there are ${MAX_SNAPSHOTS} snapshots already; delete some of them`, 'conflict')
  }
}

/**
 * Refuses the change while imports, other commands or other servers use the data. Without this check, they would
 * continue with data that no longer exists.
 */
async function requireAlone({ store, cluster }: SnapshotParts): Promise<void> {
  const isShared = (await cluster.members()).length > 1
  if (!isShared && !(await isCommandRunning(store, systemClock.now()))) return
  throw new ControlRefused(
    'an import, another command or another server is using the data; repeat this when it has ended, or a minute after it was killed',
    'conflict',
  )
}

function requireName(name: string): void {
  if (SNAPSHOT_NAME.test(name) && name !== START) return
  throw new ControlRefused(
    `a snapshot has a name of 1 to 40 lower-case letters, digits, _ and -, other than "${START}"`,
  )
}
