/**
 * Runs the backups and verifications that operators start in the console (spec/console.md#backups-at-the-desk). At
 * most one backup and one verification run at a time, each in a worker thread.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import type { Logger } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { asSentence } from '../../text/sentence.ts'
import { startVerification } from '../../verify/thread.ts'
import { verificationLines } from './backup-output.ts'
import { startBackup } from './backup-thread.ts'

/** Matches the names of backups that this server made. */
const NAME = /^aviary-[0-9TZ-]{1,40}\.tar\.gz$/

export interface BackupFile {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since the Unix epoch. */
  readonly madeAt: number
}

export interface DeskTask {
  readonly kind: 'backup' | 'verification'
  readonly startedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  endedAt: number | null
  state: 'running' | 'complete' | 'failed' | 'cancelled'
  /** Number of finished rows of a backup, or of finished checks of a verification. */
  done: number
  of: number
  lines: readonly string[]
  failure: string | null
}

export type RefusedTask = 'running' | 'not-running' | 'not-found'

export class TaskRefused extends Error {
  override readonly name = 'TaskRefused'
  readonly reason: RefusedTask

  constructor(reason: RefusedTask, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface DeskParts {
  readonly config: Config
  readonly folder: string
  readonly clock: Clock
  readonly logger: Logger
}

export class BackupDesk {
  readonly folder: string
  readonly #parts: DeskParts
  /** The last backup and the last verification. */
  readonly #tasks = new Map<DeskTask['kind'], DeskTask>()
  readonly #running = new Map<DeskTask['kind'], { readonly stop: () => void; readonly end: Promise<void> }>()

  constructor(parts: DeskParts) {
    this.folder = parts.folder
    this.#parts = parts
  }

  /** The backups in the folder, newest first. */
  async files(): Promise<readonly BackupFile[]> {
    const names = (await readdir(this.folder).catch(unlessMissing)) ?? []
    const all = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.#find(name)))
    return all
      .filter((file) => file !== undefined)
      .toSorted((one, other) => other.madeAt - one.madeAt || (one.name < other.name ? 1 : -1))
  }

  /** The last backup and the last verification of this node. */
  tasks(): readonly DeskTask[] {
    return [...this.#tasks.values()]
  }

  /** Begins a backup. @throws {TaskRefused} `running` */
  async backUp(startedBy: string): Promise<DeskTask> {
    const { config, clock } = this.#parts
    // The folder is created before the task begins. Otherwise, a task that cannot start would never end.
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const task = this.#begin('backup', startedBy)
    const day = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')
    const file = join(this.folder, `aviary-${day}.tar.gz`)
    const thread = startBackup({ config, file }, (rows, of) => void Object.assign(task, { done: rows, of }))
    this.#follow(task, thread.lines, () => thread.stop())
    return task
  }

  /** Begins to verify the data. @throws {TaskRefused} `running` */
  verify(startedBy: string): DeskTask {
    const task = this.#begin('verification', startedBy)
    const { report, stop } = startVerification(
      this.#parts.config,
      (done, of) => void Object.assign(task, { done, of }),
    )
    const lines = report.then(
      (result) => {
        if (!result.ok) task.failure = 'The data is corrupt or inconsistent.'
        return verificationLines(result)
      },
      (error: Error) => {
        if (error.name === 'AbortError') return undefined
        throw error
      },
    )
    this.#follow(task, lines, () => void stop())
    return task
  }

  /** Cancels a running task. @throws {TaskRefused} `not-running` */
  async cancel(kind: DeskTask['kind']): Promise<void> {
    const running = this.#running.get(kind)
    if (running === undefined) throw new TaskRefused('not-running', `no ${kind} is running`)
    running.stop()
    await running.end
  }

  /** Removes a backup. @throws {TaskRefused} `not-found` */
  async remove(name: string): Promise<void> {
    const file = NAME.test(name) ? await this.#find(name) : undefined
    if (file === undefined) throw new TaskRefused('not-found', 'there is no such backup')
    await rm(join(this.folder, name), { force: true })
  }

  /** Ends running tasks. */
  async close(): Promise<void> {
    for (const kind of [...this.#running.keys()]) await this.cancel(kind)
  }

  async #find(name: string): Promise<BackupFile | undefined> {
    const found = await stat(join(this.folder, name)).catch(unlessMissing)
    return found && { name, bytes: found.size, madeAt: Math.round(found.mtimeMs) }
  }

  #begin(kind: DeskTask['kind'], startedBy: string): DeskTask {
    if (this.#tasks.get(kind)?.state === 'running')
      throw new TaskRefused('running', `a ${kind} is running; wait until it ends`)
    const task: DeskTask = {
      ...{ kind, startedBy, startedAt: this.#parts.clock.now(), endedAt: null },
      ...{ state: 'running', done: 0, of: 0, lines: [], failure: null },
    }
    this.#tasks.set(kind, task)
    return task
  }

  #follow(task: DeskTask, result: Promise<readonly string[] | undefined>, stop: () => void): void {
    const end = result.then(
      (lines) => this.#end(task, lines === undefined ? 'cancelled' : stateOf(task), lines ?? []),
      (error: Error) => {
        this.#parts.logger.error({ err: error }, `a ${task.kind} of the desk failed`)
        task.failure = asSentence(error.message)
        this.#end(task, 'failed', [])
      },
    )
    this.#running.set(task.kind, { stop, end })
  }

  #end(task: DeskTask, state: DeskTask['state'], lines: readonly string[]): void {
    Object.assign(task, { state, lines, endedAt: this.#parts.clock.now() })
    this.#running.delete(task.kind)
  }
}

function stateOf({ failure }: DeskTask): DeskTask['state'] {
  return failure === null ? 'complete' : 'failed'
}
