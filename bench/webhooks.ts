/**
 * Webhook deliveries over loopback with one receiver that always hangs, compared with one loop per receiver
 * that posts the same bytes. The difference is the cost of rendering, signing, ordering and queueing.
 */
import type { Engine } from '../src/db/query.ts'
import { startChild } from './lib/child.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import { cpuOf, interleave, rateRatio, ratesOf, type Samples, SERVER_WARM_UPS } from './lib/statistics.ts'
import type { methods as bareMethods } from './webhooks/bare-process.ts'
import type { methods as courierMethods } from './webhooks/delivery-process.ts'
import type { methods as receiverMethods } from './webhooks/receivers-process.ts'

/** Events per sample of a second. */
const EVENTS_A_SECOND = 40

interface Result {
  readonly engine: Engine
  readonly receivers: number
  readonly bytes: number
  readonly samples: Samples<'aviary' | 'bare'>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const receivers of options.sizes) {
      progress(`${engine}, ${whole(receivers)} receivers`)
      results.push(await measure(places, engine, receivers, options))
    }
  }
  report(results)
}

async function measure(
  places: Installations,
  engine: Engine,
  receivers: number,
  { seconds, rounds, profile }: BenchOptions,
): Promise<Result> {
  await using others = startChild<typeof receiverMethods>(
    new URL('./webhooks/receivers-process.ts', import.meta.url),
  )
  const { ports, hanging } = await others.call('start', receivers)
  await using courier = startChild<typeof courierMethods>(
    new URL('./webhooks/delivery-process.ts', import.meta.url),
    { profile },
  )
  await courier.call('start', (await places.fresh(engine)).config, ports, hanging)
  const text = await courier.call('text')
  await using bare = startChild<typeof bareMethods>(new URL('./webhooks/bare-process.ts', import.meta.url), {
    profile,
  })
  const events = Math.max(2, 2 * Math.round((seconds * EVENTS_A_SECOND) / 2))
  const samples = await interleave(
    {
      aviary: () => courier.call('run', events),
      bare: () => bare.call('run', ports, text, seconds * 1000),
    },
    rounds,
    SERVER_WARM_UPS,
  )
  return { engine, receivers, bytes: Buffer.byteLength(text), samples }
}

function report(results: readonly Result[]): void {
  printTable(
    'Deliveries a second, and processor time of one (median of the rounds, minimum–maximum)',
    results.map(({ engine, receivers, bytes, samples: { aviary, bare } }) => ({
      engine,
      receivers: whole(receivers),
      bytes: whole(bytes),
      'aviary/s': count(ratesOf(aviary)),
      'bare loop/s': count(ratesOf(bare)),
      'of the loop': percent(rateRatio(aviary, bare)),
      'aviary CPU': ms(cpuOf(aviary).median),
      'bare CPU': ms(cpuOf(bare).median),
    })),
  )
  for (const { engine, receivers, samples } of results) {
    const { median } = rateRatio(samples.aviary, samples.bare)
    const what = `${engine}: deliveries to ${whole(receivers)} receivers, of the bare loop`
    printVerdict(what, median, { atLeast: 0.5 })
  }
}
