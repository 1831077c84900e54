/**
 * Holds a lease and writes a line for each tick. The line says whether the program may act. The argument is
 * {@link HoldOrder} as JSON. Tests kill, stop and continue this program.
 */
import { NO_TTL } from '../../../src/cluster/cluster.ts'
import { openCluster } from '../../../src/cluster/open.ts'
import { openStore } from '../../../src/db/open.ts'
import { sleep, systemClock, systemRandom } from '../../../src/lib/time/clock.ts'
import { appendDrafts } from '../../../src/log/append.ts'
import { SILENT } from '../logged.ts'

export interface HoldOrder {
  readonly url: string
  readonly lease: string
  /** Milliseconds to live. Null for no limit, because JSON has no infinity. */
  readonly ttlMs: number | null
  /** Milliseconds that are added to the wall clock of the process. */
  readonly wrongByMs: number
}

const order: HoldOrder = JSON.parse(process.argv[2] ?? '')
const clock = { ...systemClock, now: () => Date.now() + order.wrongByMs }
const store = openStore(
  { url: order.url, file: '' },
  { clock, appendDrafts, manner: 'server', pool: 1, logger: SILENT },
)
const cluster = openCluster({ store, url: order.url, clock, random: systemRandom, machineClock: clock })
const grant = await cluster.lease(order.lease, order.ttlMs ?? NO_TTL).acquire()
process.stdout.write(`epoch ${grant?.epoch}\n`)
grant?.signal.addEventListener('abort', () => process.stdout.write('aborted\n'))
// The timer keeps the process alive, as a listener would.
setInterval(() => undefined, 1_000)
while (grant !== undefined && !grant.signal.aborted) {
  // The program checks the lease twice, as deliveries do: in memory before the effect, and in the transaction
  // that stores the result.
  const isHeld = grant.isHeld()
  const isHeldInTx = isHeld && (await store.write((tx) => grant.isHeldIn(tx)))
  process.stdout.write(`${isHeldInTx ? 'acted' : 'waited'} ${process.hrtime.bigint() / 1_000_000n}\n`)
  await sleep(systemClock, 20)
}
