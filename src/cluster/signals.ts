/** Signals to the other nodes on the same PostgreSQL, by `notify` or by a carrier. */
import { sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import { MAX_TOPICS, requireTopic, type SignalCarrier } from './cluster.ts'

export const CHANNEL = 'aviary_cluster'

/** Minimum milliseconds between two signals of a topic. */
const EVERY_MS = 2

interface Topic {
  /** The latest position that was published. */
  position: bigint
  /** Time of the last signal, in milliseconds of the monotonic clock. */
  sentAt: number
  /** Cancels the waiting signal; undefined when no signal waits. */
  cancel: (() => void) | undefined
}

/** Sends published positions. All positions of a topic within {@link EVERY_MS} are sent as one signal. */
export class Signals {
  readonly #store: Store
  readonly #clock: Clock
  /** Sends a signal without the database; returns false while the carrier cannot send. */
  carry: SignalCarrier['send'] = () => false
  readonly #topics = new Map<string, Topic>()
  readonly #sending = new Set<Promise<void>>()

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  publish(name: string, position: bigint): void {
    const topic = this.#topicOf(name)
    topic.position = position
    if (topic.cancel !== undefined) return
    const waitMs = topic.sentAt + EVERY_MS - this.#clock.monotonic()
    if (waitMs <= 0) this.#send(name, topic)
    else topic.cancel = this.#clock.after(waitMs, () => this.#send(name, topic))
  }

  /** Sends the waiting positions. */
  async close(): Promise<void> {
    for (const [name, topic] of this.#topics) if (topic.cancel !== undefined) this.#send(name, topic)
    await Promise.all(this.#sending)
  }

  #topicOf(name: string): Topic {
    const known = this.#topics.get(name)
    if (known !== undefined) return known
    requireTopic(name)
    if (this.#topics.size >= MAX_TOPICS) throw new RangeError(`more than ${MAX_TOPICS} topics`)
    const topic = { position: 0n, sentAt: Number.NEGATIVE_INFINITY, cancel: undefined }
    this.#topics.set(name, topic)
    return topic
  }

  #send(name: string, topic: Topic): void {
    topic.cancel?.()
    topic.cancel = undefined
    topic.sentAt = this.#clock.monotonic()
    const payload = `${name} ${topic.position}`
    if (this.carry(payload)) return
    const sending: Promise<void> = this.#notify(payload).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async #notify(payload: string): Promise<void> {
    try {
      await this.#store.rows(notify, { payload })
    } catch (error) {
      // The error is only logged, because subscribers also poll.
      this.#store.logger.warn({ err: error }, 'other servers could not be notified')
    }
  }
}

/** The topic and the position of a signal; undefined for a payload that this version does not write. */
export function signalIn(payload: string): { readonly topic: string; readonly position: bigint } | undefined {
  const [, topic, digits] = /^([a-z-]+) (\d{1,19})$/.exec(payload) ?? []
  return topic === undefined || digits === undefined ? undefined : { topic, position: BigInt(digits) }
}

/**
 * A notification assigns an id to its transaction, so the commit would wait for the disk. A signal need not survive a
 * crash, so `set_config` turns this wait off for the transaction.
 */
const notify = query<{ payload: string }>()(
  (_, p) => sql<{ done: string }>`
    select pg_notify('aviary_cluster', ${p('payload')})::text as done
    where set_config('synchronous_commit', 'off', true) = 'off'`,
)
