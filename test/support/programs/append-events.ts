/**
 * Appends events as fast as the store acknowledges them, one event for each command, and prints the number of
 * each acknowledged event. The argument is {@link AppendOrder} as JSON. Tests kill this program at random
 * moments.
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
  /** The number of the first event, and the number of events. */
  readonly from: number
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

/** Prints the acknowledgements of all events of a commit in one write. */
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
