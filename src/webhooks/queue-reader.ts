/** What the courier reads of the queue, with one statement for all that ask at the same time. */
import type { Context } from '../domain/context.ts'
import {
  dueLanes,
  type Lane,
  type Waiting,
  type WaitingQuestion,
  waitingIn,
} from '../domain/webhooks/queue.ts'
import { Gatherer } from '../lib/async/gatherer.ts'

/** Deliveries of a lane that are read at a time. */
export const READ = 100

/** Lanes, or webhooks, of one statement: on SQLite it holds the event loop for a few milliseconds. */
const ASKED_MOST = 32

interface DueQuestion {
  readonly webhookId: bigint
  readonly most: number
}

export class QueueReader {
  readonly #waiting: Gatherer<WaitingQuestion, readonly Waiting[]>
  readonly #due: Gatherer<DueQuestion, readonly Lane[]>

  constructor({ store, clock }: Pick<Context, 'store' | 'clock'>) {
    this.#waiting = new Gatherer((asked) => waitingIn(store, asked, READ), ASKED_MOST)
    this.#due = new Gatherer<DueQuestion, readonly Lane[]>(async (asked) => {
      const most = Math.max(...asked.map((each) => each.most))
      const ids = asked.map(({ webhookId }) => webhookId)
      const lanes = await dueLanes(store, ids, { now: clock.now(), most })
      const byWebhook = Map.groupBy(lanes, ({ webhookId }) => webhookId)
      return ids.map((id) => byWebhook.get(id) ?? [])
    }, ASKED_MOST)
  }

  /** The first {@link READ} deliveries of a lane behind a position, in order. @param after 0 for the head of the lane */
  waitingIn(lane: Lane, after: bigint): Promise<readonly Waiting[]> {
    return this.#waiting.ask({ lane, after })
  }

  /** The lanes of a webhook whose head may be tried now, the longest due first: `most`, or some more. */
  dueLanes(webhookId: bigint, most: number): Promise<readonly Lane[]> {
    return this.#due.ask({ webhookId, most })
  }
}
