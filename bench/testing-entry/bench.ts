/**
 * Starts `aviary-server/testing` from the built program, in new processes with Node's compile cache.
 * Measures the import, the start of a server after the import, and resets. Processor time includes all
 * threads. Other work of the machine changes processor time less than it changes wall time.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BuiltProgram } from '../lib/built-program.ts'
import type { BenchOptions } from '../lib/options.ts'
import { ms, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { type Spread, spreadOf } from '../lib/statistics.ts'
import type { EntryTimes, Times } from './entry-process.ts'

const ENTRY = fileURLToPath(new URL('./entry-process.ts', import.meta.url))

/** Number of resets in each process. */
const RESETS = 100

const MAX_START_MS = 300
const MAX_RESET_MS = 10

export async function bench({ sizes, rounds }: BenchOptions): Promise<void> {
  using program = await BuiltProgram.build()
  for (const rows of sizes) {
    progress(`testing-entry: ${rows} rows`)
    const run = () => timesOf(program, rows)
    // The first run fills the compile cache.
    run()
    const samples = Array.from({ length: rounds }, run)
    const nodes = Array.from({ length: rounds }, () => nodeTime(program))
    report(rows, samples, nodes)
  }
}

function timesOf(program: BuiltProgram, rows: number): EntryTimes {
  const args = [ENTRY, program.testing, String(rows), String(RESETS)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: program.environment,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the process ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as EntryTimes
}

/** Milliseconds of Node itself from its start to its end, with which import and start are compared. */
function nodeTime(program: BuiltProgram): number {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env: program.environment })
  return performance.now() - started
}

function report(rows: number, samples: readonly EntryTimes[], nodes: readonly number[]): void {
  const walls = (times: readonly Times[]) => spreadOf(times.map(({ wall }) => wall))
  const cpus = (times: readonly Times[]) => spreadOf(times.map(({ cpu }) => cpu))
  const resets = samples.flatMap((sample) => sample.resets)
  const copies = samples.flatMap((sample) => sample.copies)
  const parts: Readonly<Record<string, readonly Times[]>> = {
    import: samples.map((sample) => sample.import),
    'start after the import': samples.map((sample) => sample.start),
    [`reset of ${whole(rows)} rows`]: resets,
    'copy of 2 MiB by SQLite': copies,
  }
  printTable('aviary-server/testing (median, minimum–maximum)', [
    { part: 'Node itself', wall: spread(spreadOf(nodes)), processor: '' },
    ...Object.entries(parts).map(([part, times]) => ({
      part,
      wall: spread(walls(times)),
      processor: spread(cpus(times)),
    })),
  ])
  process.stdout.write('\n')
  const start = walls(samples.map((sample) => sample.start)).median
  printVerdict('milliseconds of a start after the import', start, { atMost: MAX_START_MS })
  printVerdict(`milliseconds of a reset of ${whole(rows)} rows`, walls(resets).median, {
    atMost: MAX_RESET_MS,
  })
  const ratio = (one: Spread, other: Spread) => (one.median / other.median).toFixed(1)
  process.stdout.write(
    `a start takes ${ratio(walls(samples.map((sample) => sample.start)), spreadOf(nodes))} × Node itself, ` +
      `a reset ${ratio(walls(resets), walls(copies))} × the copy\n`,
  )
}

function spread({ median, min, max }: Spread): string {
  return `${ms(median)} (${ms(min)}–${ms(max)})`
}
