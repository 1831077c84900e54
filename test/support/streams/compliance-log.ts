/** An in-memory log and client, for tests of the compliance stream without a server. */
import { gunzipSync } from 'node:zlib'
import type { ChunkRun } from '../../../src/http/chunk-run.ts'
import type { SharingSink, Watcher, WriteResult } from '../../../src/http/stream-response.ts'
import type { LoggedEvent } from '../../../src/log/event.ts'
import { partitionOf } from '../../../src/log/partition.ts'
import { PositionTooOld } from '../../../src/log/read-table.ts'
import type { StreamClient } from '../../../src/streams/compliance/connection.ts'
import type { StreamLog } from '../../../src/streams/log-pump.ts'

/** A log in memory. It has suspensions of given users, and events that no stream delivers. */
export class MemoryLog implements StreamLog {
  readonly #events: LoggedEvent[] = []
  #trimmed = 0n
  #waiting: (() => void)[] = []
  /** Number of reads of the log. */
  reads = 0
  /** The error that the next reads throw. */
  failure: Error | undefined

  get head(): bigint {
    return BigInt(this.#events.length)
  }

  suspend(userId: bigint, at = 0): void {
    const facts = { action: 'suspend', withheld_in_countries: [], reason: '' } as const
    this.#append({ kind: 'user.state_changed', user_id: userId, ...facts, ...this.#place(userId, at) })
  }

  /** Appends events that no stream delivers. */
  fill(count: number, at = 0): void {
    for (let index = 0; index < count; index += 1) {
      this.#append({ kind: 'user.created', user_id: 1n, ...this.#place(1n, at) })
    }
  }

  trimTo(position: bigint): void {
    this.#trimmed = position
  }

  async readAfter(position: bigint, max: number): Promise<readonly LoggedEvent[]> {
    this.reads += 1
    if (this.failure !== undefined) throw this.failure
    if (position < this.#trimmed) throw new PositionTooOld(position, this.#trimmed + 1n)
    return this.#events.slice(Number(position), Number(position) + max)
  }

  async catchUp(): Promise<void> {}

  async *follow(position: bigint, signal: AbortSignal): AsyncGenerator<readonly LoggedEvent[]> {
    let seen = position
    while (!signal.aborted) {
      const batch = await this.readAfter(seen, 500)
      seen = batch.at(-1)?.position ?? seen
      if (batch.length > 0) yield batch
      else if (seen >= this.head) {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }
  }

  /** Wakes the followers of the log although there are no new events. */
  ring(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #place(userId: bigint, at: number) {
    return { position: this.head + 1n, at, partition: partitionOf(userId) }
  }

  #append(event: LoggedEvent): void {
    this.#events.push(event)
    this.ring()
  }
}

/** A client that accepts all data, unless a test blocks it. */
export class MemorySink implements SharingSink {
  isGone = false
  watcher: Watcher | undefined
  readonly chunks: Uint8Array[] = []
  hasEnded = false
  /** The result of the next writes. Undefined when writes succeed immediately. */
  room: Promise<WriteResult> | undefined

  async write(pieces: readonly Uint8Array[], hurry?: AbortSignal): Promise<WriteResult> {
    this.chunks.push(...pieces)
    if (this.room === undefined) return 'room'
    const hurried = new Promise<WriteResult>((resolve) => {
      if (hurry?.aborted === true) resolve('interrupted')
      hurry?.addEventListener('abort', () => resolve('interrupted'), { once: true })
    })
    return Promise.race([this.room, hurried])
  }

  put(pieces: readonly Uint8Array[]): boolean {
    this.chunks.push(...pieces)
    return this.room === undefined
  }

  push({ pieces }: ChunkRun): boolean {
    this.chunks.push(...pieces)
    return this.room === undefined
  }

  waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    return this.write([], hurry)
  }

  async end(pieces: readonly Uint8Array[]): Promise<void> {
    this.chunks.push(...pieces)
    this.hasEnded = true
  }

  leave(): void {
    this.isGone = true
    this.watcher?.wake()
  }

  /**
   * The lines of the received data, which must be one gzip member.
   * @throws when the gzip member is incomplete or its checksum is wrong
   */
  lines(): string[] {
    return gunzipSync(Buffer.concat(this.chunks)).toString().split('\r\n').slice(0, -1)
  }
}

/** Lets all pending work run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Ids of users whose events belong to one partition. */
export function usersOf(partition: number, count: number): bigint[] {
  const users: bigint[] = []
  for (let id = 1n; users.length < count; id += 1n) if (partitionOf(id) === partition) users.push(id)
  return users
}

/** A client that belongs to a console account. Facts other than the account are the same for all clients. */
export function clientOf(account: string): StreamClient {
  return { account, publisher: 'twitter', label: 'prod', email: 'dev@example.com', address: '127.0.0.1' }
}
