/** Counts the messages of the compliance stream, and passes them to watchers. */
import { type MessageName, messageName } from '../../formats/compliance/message-names.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PARTITIONS } from '../../log/partition.ts'
import { MessageVolume, type VolumeUnit } from './volume.ts'

/** A message of the stream. */
export interface WatchedMessage {
  readonly position: bigint
  /** Time of the event, in milliseconds since the Unix epoch. */
  readonly at: number
  /** The number of the partition, 1 to 8; undefined for a message that all partitions send. */
  readonly partition: number | undefined
  readonly name: MessageName
  /** JSON with the line break that ends the message. */
  readonly text: string
}

export type MessageWatcher = (message: WatchedMessage) => void

export class Messages {
  /** The time at which this process began to count, in milliseconds since the Unix epoch. */
  readonly since: number
  readonly volume: MessageVolume
  /** Time of the first stored count, in milliseconds since the Unix epoch; undefined when none is stored. */
  storedSince: number | undefined
  readonly #watchers = new Set<MessageWatcher>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.since = clock.now()
    this.volume = new MessageVolume(clock)
  }

  /** The time from which on the counts of a unit of time are complete, in milliseconds since the Unix epoch. */
  sinceOf(unit: VolumeUnit): number {
    return unit === 'minute' ? this.since : (this.storedSince ?? this.since)
  }

  /** Counts a message and passes it to the watchers. */
  add(entry: LogEntry, text: string): void {
    const { position, at, partition, kind } = entry
    const name = kind === 'compliance.tested' ? 'test' : messageName(text)
    if (partition !== undefined) this.volume.count(name, partition, at)
    else for (let each = 1; each <= PARTITIONS; each += 1) this.volume.count(name, each, at)
    for (const watch of this.#watchers) watch({ position, at, partition, name, text })
  }

  /** Calls `watcher` with every later message; the watcher must not throw. @returns a function that stops the calls */
  watch(watcher: MessageWatcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
}
