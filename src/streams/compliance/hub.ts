/**
 * The compliance stream of a process: one pump reads the log and gives each event to its partition; connections are
 * counted, begun and ended here.
 *
 * Invariant: a connection sees every event of its partition, or by name that it could not be read, that lies after its start, once and in order, for as long
 * as it lasts; whatever ends it but its client is told in the stream and counted by its reason.
 */

import { isStoreFailure, StoreDamaged } from '../../db/errors.ts'
import { isIn, MESSAGE_END, messageOf, type OnUntold } from '../../formats/compliance/events.ts'
import type { StreamBody, StreamObserver } from '../../http/stream-response.ts'
import { must } from '../../lib/assert.ts'
import type { Logger } from '../../lib/log.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import type { LogEntry, LoggedEvent } from '../../log/event.ts'
import { PARTITIONS } from '../../log/partition.ts'
import { PositionTooOld, type Tail } from '../../log/tail.ts'
import { accountClosedBy } from './closed-accounts.ts'
import { type CloseReason, ComplianceUnavailable } from './closing.ts'
import { Connection, type Source, type Start } from './connection.ts'
import { Deflater } from './deflater.ts'
import { Partition } from './partition.ts'
import { Replay } from './replay.ts'

/** What is asked of the log. */
export type Log = Pick<Tail, 'head' | 'readAfter' | 'follow' | 'catchUp'>

export interface HubOptions {
  readonly tail: Log
  readonly clock: Clock
  readonly observer: StreamObserver
  readonly logger: Pick<Logger, 'error'>
  /** Called with events that could not be told whole. */
  readonly onUntold?: OnUntold | undefined
  /** Bytes that each partition keeps for its readers; as usual when left out. */
  readonly ringBytes?: number | undefined
  /** Bytes of history that are kept for those who resume; as usual when left out. */
  readonly historyBytes?: number | undefined
}

export interface HistoryFigures {
  /** Events that were read from the log for them. */
  readonly events: number
  /** Bytes of text that were compressed for them. */
  readonly deflated: number
  /** Bytes that are kept for others who come soon, about. */
  readonly kept: number
}

/** Connections of one account to one partition: one, and one more for redundancy. */
export const CONNECTIONS_MOST = 2

/** Milliseconds after which a log that could not be read is tried again. */
const RETRY_MS = 500

/** A connection that was let in. */
export interface Admitted {
  /** The position after which it begins. */
  readonly position: bigint
  /** Serves it; must be run, or {@link release} called. */
  readonly body: StreamBody
  /** Gives its place back when it is not served after all. */
  release(): void
}

export class ComplianceHub {
  readonly tail: Log
  readonly #clock: Clock
  readonly #observer: StreamObserver
  readonly #logger: Pick<Logger, 'error'>
  readonly #onUntold: OnUntold | undefined
  readonly #deflater = new Deflater()
  readonly #historyDeflater = new Deflater()
  readonly #replay: Replay
  readonly #sources: readonly Source[]
  /** With the accounts that they are of. */
  readonly #connections = new Map<Connection, string>()
  readonly #running = new Set<Promise<unknown>>()
  /** Connections by account and partition. */
  readonly #taken = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #pumping: Promise<void>
  #position: bigint
  #failure: Error | undefined
  #isClosing = false
  /** Whether the last read of the log failed. */
  #isStuck = false
  /** Called when the pump has come further, or is stuck. */
  readonly #waiting: (() => void)[] = []

  constructor({ tail, clock, observer, logger, onUntold, ringBytes, historyBytes }: HubOptions) {
    this.tail = tail
    this.#clock = clock
    this.#observer = observer
    this.#logger = logger
    this.#position = tail.head
    this.#onUntold = onUntold
    const deflater = this.#historyDeflater
    this.#replay = new Replay({ tail, clock, deflater, keptBytes: historyBytes, onUntold })
    const keepAlive = this.#deflater.piece(MESSAGE_END)
    const shared = { clock, observer, deflater, replay: this.#replay, keepAlive }
    this.#sources = Array.from({ length: PARTITIONS }, () => ({
      ...shared,
      partition: new Partition(clock, this.#deflater, ringBytes),
      position: () => this.#position,
    }))
    this.#pumping = this.#pump()
  }

  /** Every event up to here has been given to its partition. */
  get position(): bigint {
    return this.#position
  }

  /**
   * Waits until every event up to `position`, which is not after the log's head, has been given to its partition.
   * @throws {ComplianceUnavailable} when the log cannot be read now or the hub closes
   */
  async reach(position: bigint): Promise<void> {
    if (this.#isClosing || !(await this.#reaches(position))) throw new ComplianceUnavailable()
  }

  /** Bytes of blocks that are kept for readers, about. */
  get bytes(): number {
    return this.#sources.reduce((sum, { partition }) => sum + partition.bytes, 0)
  }

  /** What those who resume have cost since the beginning, and cost now. */
  get history(): HistoryFigures {
    const { events, bytes: kept } = this.#replay
    return { events, deflated: this.#historyDeflater.bytes, kept }
  }

  /**
   * Lets an account's connection in; undefined when it has as many to that partition as it may.
   * @throws why nothing can be streamed any more
   */
  admit(account: string, start: Start): Admitted | undefined {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#isClosing) throw new ComplianceUnavailable()
    const key = `${account} ${start.partition}`
    const taken = this.#taken.get(key) ?? 0
    if (taken >= CONNECTIONS_MOST) return undefined
    this.#taken.set(key, taken + 1)
    const source = must(this.#sources[start.partition - 1], 'the partition')
    const connection = new Connection(source, start)
    this.#connections.set(connection, account)
    const release = () => {
      if (!this.#connections.delete(connection)) return
      source.partition.leave(connection)
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
    const body: StreamBody = async (sink) => {
      const part = String(start.partition)
      this.#observer.opened(part)
      const run = connection.run(sink).finally(release)
      this.#running.add(run)
      let reason: CloseReason = 'failure'
      try {
        reason = await run
      } finally {
        this.#running.delete(run)
        this.#observer.closed(part, reason)
      }
    }
    return { position: connection.position, body, release }
  }

  /** Ends every connection as it should end, with all that was acknowledged before, and stops. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#catchUp()
    for (const { partition } of this.#sources) partition.flush()
    this.#stopping.abort()
    this.#closeAll('restart')
    await Promise.allSettled([this.#pumping, ...this.#running])
    this.#replay.close()
  }

  /** Waits until everything that was committed before has been given to its partition, if the log can be read. */
  async #catchUp(): Promise<void> {
    await this.tail.catchUp().catch(() => undefined) // The pump reports a log that cannot be read.
    await this.#reaches(this.tail.head)
  }

  /** Waits for the pump. @returns false when it is stuck before it has come so far */
  async #reaches(position: bigint): Promise<boolean> {
    while (this.#position < position && !this.#isStuck) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return this.#position >= position
  }

  /** The clients of an account reconnect to the streams that it still has. */
  #closeEndedBy(event: LoggedEvent): void {
    const closed = accountClosedBy(event)
    if (closed === undefined) return
    for (const [connection, account] of this.#connections) {
      if (account === closed) connection.close('removed')
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #closeAll(reason: CloseReason): void {
    for (const connection of this.#connections.keys()) connection.close(reason)
  }

  async #pump(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && this.#failure === undefined) {
      try {
        for await (const batch of this.tail.follow(this.#position, signal)) {
          for (const event of batch) {
            this.#tell(event)
            if (event.kind !== 'unreadable') this.#closeEndedBy(event)
            this.#position = event.position
          }
          for (const { partition } of this.#sources) partition.settle()
          this.#isStuck = false
          this.#wake()
        }
      } catch (error) {
        this.#isStuck = true
        this.#wake()
        await this.#recover(error)
      }
    }
  }

  /** What is lost for good ends the connections, because nothing may be missing without a word. */
  async #recover(error: unknown): Promise<void> {
    if (error instanceof PositionTooOld) {
      this.#closeAll('gap')
      this.#position = error.oldest - 1n
    } else if (isStoreFailure(error) && !(error instanceof StoreDamaged)) {
      await sleep(this.#clock, RETRY_MS, this.#stopping.signal)
    } else {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      this.#logger.error({ err: error }, 'the compliance stream has ended: the log cannot be read')
      this.#closeAll('failure')
    }
  }

  #tell(entry: LogEntry): void {
    const message = messageOf(entry, this.#onUntold)
    if (message === undefined) return
    for (const [index, { partition }] of this.#sources.entries()) {
      if (isIn(entry, index + 1)) partition.push(message, entry)
    }
  }
}
