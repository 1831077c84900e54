/**
 * Uploads in segments over HTTP, compared with the framework, which writes the same bytes to a file. Also
 * measures memory.
 */
import { type Child, type Methods, startChild } from './lib/child.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { mib, ms, percent, printTable, printVerdict, progress } from './lib/report.ts'
import { type Contender, cpuOf, interleave, rateRatio, ratesOf } from './lib/statistics.ts'
import type { methods as plainMethods } from './media/bare-process.ts'
import { bareUploader, uploader, videoOf } from './media/client.ts'
import type { methods as serverMethods } from './media/server-process.ts'

const MIB = 2 ** 20

/**
 * Target ratio of the rates. A segment needs three syncs (bytes, rename, row) and plain writing needs one.
 * FINALIZE writes all bytes again.
 */
const TARGET = 0.15

/** Maximum growth of the server's memory in bytes during uploads of any size. */
const GROWTH = 100 * MIB

export async function bench(options: BenchOptions): Promise<void> {
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const size of options.sizes) await benchOne(options, places, { engine, size })
  }
}

interface Case {
  readonly engine: BenchOptions['engines'][number]
  /** MiB. */
  readonly size: number
}

async function benchOne(options: BenchOptions, places: Installations, { engine, size }: Case): Promise<void> {
  progress(`media: uploads of ${size} MiB on ${engine}`)
  const { profile } = options
  const place = await places.fresh(engine)
  const bytes = videoOf(size)
  await using server = startChild<typeof serverMethods>(
    new URL('./media/server-process.ts', import.meta.url),
    {
      profile,
    },
  )
  await using plain = startChild<typeof plainMethods>(new URL('./media/bare-process.ts', import.meta.url), {
    profile,
  })
  const credentials = await server.call('start', { ...place.config, media_quota_mib: 1_000_000 })
  const url = await plain.call('start', places.root)
  const upload = uploader(credentials, bytes)
  await upload()
  const before = await server.usage(true)
  const milliseconds = options.seconds * 1_000
  const samples = await interleave(
    {
      aviary: sampler(server, upload, milliseconds),
      'plain writes': sampler(plain, bareUploader(url, bytes), milliseconds),
    },
    options.rounds,
    1,
  )
  const after = await server.usage(true)
  printTable(
    `Uploads of ${size} MiB in segments of 1 MiB on ${engine}`,
    Object.entries(samples).map(([name, of]) => ({
      'written by': name,
      'MiB/s': (ratesOf(of).median * size).toFixed(0),
      'of plain writes': percent(rateRatio(of, samples['plain writes'])),
      'CPU an upload': ms(cpuOf(of).median),
    })),
  )
  process.stdout.write(
    `\nResident: ${mib(before.rss)} before, ${mib(after.rss)} after, ${mib(after.rssPeak)} at most\n`,
  )
  printVerdict('uploads against plain writes', rateRatio(samples.aviary, samples['plain writes']).median, {
    atLeast: TARGET,
  })
  printVerdict('MiB by which its memory has grown', (after.rss - before.rss) / MIB, { atMost: GROWTH / MIB })
  await places.discard(place)
}

/** Runs uploads one after the other for a given time. */
function sampler(child: Child<Methods>, upload: () => Promise<void>, milliseconds: number): Contender {
  return async () => {
    const { cpuMilliseconds: cpuBefore } = await child.usage()
    const begun = performance.now()
    let operations = 0
    do {
      await upload()
      operations += 1
    } while (performance.now() - begun < milliseconds)
    const elapsed = performance.now() - begun
    const { cpuMilliseconds } = await child.usage()
    return { operations, milliseconds: elapsed, cpuMilliseconds: cpuMilliseconds - cpuBefore }
  }
}
