/** Makes a group commit over a connection that records its calls. */
import { GroupCommit } from '../../../src/db/commit/group-commit.ts'
import type { GroupConnection } from '../../../src/db/commit/group-connection.ts'
import type { Writer } from '../../../src/db/store.ts'
import { recordingLogger } from '../logged.ts'

export const NO_WRITER: Writer = {
  rows: async () => [],
  first: async () => undefined,
  run: async () => 0,
  each: async () => [],
}

/** A connection that records its calls, and that fails at the calls that a test names. */
export class Scripted implements GroupConnection {
  /** True if a single command has no savepoint. */
  isImmediate = false
  readonly calls: string[] = []
  /** Errors by call. The next occurrence of the call throws the error. */
  readonly failing = new Map<string, Error>()
  lost = false
  /** True if a lost transaction may be repeated, because it was lost before its commit was sent. */
  isRepeatable = false
  writer: Writer = NO_WRITER
  onCommit: () => void = () => undefined

  async begin(alone: boolean): Promise<Writer> {
    this.#call(alone ? 'begin alone' : 'begin')
    return this.writer
  }

  savepoint(): void {
    this.#call('savepoint')
  }

  release(): void {
    this.#call('release')
  }

  rollbackToSavepoint(): void {
    this.#call('rollback to')
  }

  async commit(): Promise<bigint | undefined> {
    this.#call('commit')
    this.onCommit()
    return undefined
  }

  async rollback(): Promise<void> {
    this.#call('rollback')
  }

  transactionLost(): boolean {
    return this.lost
  }

  wasLostBeforeCommit(): boolean {
    return this.lost && this.isRepeatable
  }

  lockConflictOf(error: unknown): 'deadlock' | 'waited' | undefined {
    const message = error instanceof Error ? error.message : ''
    return message === 'deadlock' || message === 'waited' ? message : undefined
  }

  #call(name: string): void {
    this.calls.push(name)
    const error = this.failing.get(name)
    this.failing.delete(name)
    if (error !== undefined) throw error
  }
}

export function groupBench() {
  const connection = new Scripted()
  const commits: number[] = []
  const clock = { now: 0 }
  const { logger, lines } = recordingLogger()
  const watcher = {
    committed: (verbs: number) => void commits.push(verbs),
    appended: (): void => undefined,
    logger,
  }
  const group = new GroupCommit(connection, { commands: 3, milliseconds: 10 }, () => clock.now, watcher)
  return { connection, commits, clock, group, watcher, lines }
}

export const value = (text: string) => async () => text

export async function outcomes(work: Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work)
  return settled.map((result) =>
    result.status === 'fulfilled' ? result.value : `! ${result.reason.message}`,
  )
}
