/**
 * Appends events as fast as the store acknowledges them, one event for each command. Prints the test's own number of
 * each acknowledged event (its `followee_id`, not its position in the log). The argument is {@link AppendOrder} as JSON.
 * Tests kill this program at random moments.
 */
import { openCluster } from '../../../src/cluster/open.ts'
import { openStore } from '../../../src/db/open.ts'
import { systemClock, systemRandom } from '../../../src/lib/time/clock.ts'
import { append, appendDrafts } from '../../../src/log/append.ts'
import { SILENT } from '../logged.ts'

export interface AppendOrder {
  readonly url: string
  readonly file: string
  /** The user that the events are about. */
  readonly writer: number
  /** `followee_id` of the first event. The next events count up from it. */
  readonly from: number
  /** How many events to append. */
  readonly count: number
}

/** Number of concurrent commands. */
const AT_ONCE = 64

const order: AppendOrder = JSON.parse(process.argv[2] ?? '')
const store = openStore(order, {
  clock: systemClock,
  appendDrafts,
  manner: 'server',
  pool: 1,
  logger: SILENT,
})
const cluster = openCluster({ store, url: order.url, clock: systemClock, random: systemRandom })
let next = order.from
let acknowledged = ''

/**
 * Queues the number of an acknowledged event. All numbers that are queued in the same turn of the event loop, such as
 * the numbers of one commit, are printed in one write.
 */
function acknowledge(number: number): void {
  if (acknowledged === '') setImmediate(print)
  acknowledged += `${number}\n`
}

function print(): void {
  process.stdout.write(acknowledged)
  acknowledged = ''
}

async function work(): Promise<void> {
  while (next < order.from + order.count) {
    const number = next++
    await store.write(async (tx) =>
      append(tx, systemClock.now(), {
        kind: 'user.followed',
        user_id: BigInt(order.writer),
        followee_id: BigInt(number),
      }),
    )
    acknowledge(number)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
await cluster.close()
await store.close()
