/**
 * Progress of a long command: a bar on a terminal, otherwise a line from time to time. Both show the rate and the
 * remaining time.
 */
import cliProgress from 'cli-progress'
import type { Clock } from '../lib/time/clock.ts'

export interface Progress {
  to(done: number): void
  end(): void
}

/** The times at which progress lines are written without a terminal. */
export interface Pace {
  /** Milliseconds until the first line. */
  readonly firstMs: number
  /** Milliseconds between lines. */
  readonly everyMs: number
}

/** The pace of imports and other commands that may take hours. */
const STEADY: Pace = { firstMs: 30_000, everyMs: 30_000 }

/** The pace for the first start of a demo; an early line shows that the program works. */
export const PROMPT: Pace = { firstMs: 0, everyMs: 2_000 }

/**
 * A bar over `total` steps.
 * @param unit name of the steps; `bytes` are shown in kB, MB and so on
 */
export function progressBar(err: NodeJS.WritableStream, total: number, unit: string, clock: Clock): Progress {
  const started = clock.monotonic()
  const bar = new cliProgress.SingleBar(
    {
      stream: err,
      format: `{bar} {percentage} % of ${amountOf(total, unit)}, {rate}{eta_formatted} left`,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0, { rate: '' })
  return {
    to: (done) => bar.update(done, { rate: `${rateOf(done, clock.monotonic() - started, unit)}, ` }),
    end: () => bar.stop(),
  }
}

/** Lines such as `34 % of 1.2 GB, 40 MB/s, 2 min left`. */
export function progressLines(
  err: NodeJS.WritableStream,
  total: number,
  unit: string,
  clock: Clock,
  { firstMs, everyMs }: Pace = STEADY,
): Progress {
  const started = clock.monotonic()
  let next = started + firstMs
  return {
    to(done) {
      const now = clock.monotonic()
      if (now < next) return
      next = now + everyMs
      const elapsed = now - started
      const left = done === 0 ? '' : `, ${durationOf((elapsed / done) * Math.max(0, total - done))} left`
      const percentage = Math.min(100, Math.floor((done / total) * 100))
      err.write(`${percentage} % of ${amountOf(total, unit)}, ${rateOf(done, elapsed, unit)}${left}\n`)
    },
    end: () => undefined,
  }
}

/** The amount and the rate, for work of unknown size, for example the bytes of standard input. */
export function progressWithoutTotal(
  err: NodeJS.WritableStream & { readonly isTTY?: boolean },
  unit: string,
  clock: Clock,
): Progress {
  const started = clock.monotonic()
  const shown = (done: number) =>
    `${amountOf(done, unit)}, ${rateOf(done, clock.monotonic() - started, unit)}`
  if (err.isTTY === true) {
    const line = new cliProgress.SingleBar({ stream: err, format: '{shown}', clearOnComplete: true })
    line.start(1, 0, { shown: shown(0) })
    return { to: (done) => line.update({ shown: shown(done) }), end: () => line.stop() }
  }
  let next = started + STEADY.firstMs
  return {
    to(done) {
      const now = clock.monotonic()
      if (now < next) return
      next = now + STEADY.everyMs
      err.write(`${shown(done)}\n`)
    },
    end: () => undefined,
  }
}

function rateOf(done: number, elapsedMs: number, unit: string): string {
  return `${amountOf(Math.round(done / Math.max(elapsedMs / 1_000, 0.001)), unit)}/s`
}

const SCALES = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const

function amountOf(count: number, unit: string): string {
  const scale = unit === 'bytes' ? SCALES.find(([size]) => count >= size) : undefined
  if (scale === undefined) return `${count.toLocaleString('en-US')} ${unit}`
  const [size, name] = scale
  return `${(count / size).toFixed(1)} ${name}`
}

function durationOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (ms < 60_000) return `${Math.ceil(ms / 1_000)} s`
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
