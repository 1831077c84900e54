/** Reads the delivery queues; all concurrent calls share one statement. */
import type { Context } from '../domain/context.ts'
import {
  dueQueues,
  type QueuedDelivery,
  type QueueKey,
  type QueueQuery,
  readQueues,
} from '../domain/webhooks/queue.ts'
import { Batcher } from '../lib/async/batcher.ts'

/** Maximum deliveries of a queue that one read returns. */
export const READ_SIZE = 100

/**
 * Maximum queues or webhooks of one statement. On SQLite the statement blocks the event loop for a few milliseconds.
 */
const MAX_QUERIES = 32

interface DueQuery {
  readonly webhookId: bigint
  readonly max: number
}

export class QueueReader {
  readonly #reads: Batcher<QueueQuery, readonly QueuedDelivery[]>
  readonly #due: Batcher<DueQuery, readonly QueueKey[]>

  constructor({ store, clock }: Pick<Context, 'store' | 'clock'>) {
    this.#reads = new Batcher((queries) => readQueues(store, queries, READ_SIZE), MAX_QUERIES)
    this.#due = new Batcher<DueQuery, readonly QueueKey[]>(async (queries) => {
      const max = Math.max(...queries.map((each) => each.max))
      const ids = queries.map(({ webhookId }) => webhookId)
      const queues = await dueQueues(store, ids, { now: clock.now(), max })
      const byWebhook = Map.groupBy(queues, ({ webhookId }) => webhookId)
      return ids.map((id) => byWebhook.get(id) ?? [])
    }, MAX_QUERIES)
  }

  /**
   * The first {@link READ_SIZE} deliveries of a queue after a position, in order.
   * @param after 0 for the head of the queue
   */
  read(queue: QueueKey, after: bigint): Promise<readonly QueuedDelivery[]> {
    return this.#reads.submit({ queue, after })
  }

  /**
   * About `max` queues of a webhook whose first delivery may be sent now. The queue that has been due for the longest
   * time is first.
   */
  dueQueues(webhookId: bigint, max: number): Promise<readonly QueueKey[]> {
    return this.#due.submit({ webhookId, max })
  }
}
