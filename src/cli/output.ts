/** Output of a command: sentences and a progress bar for people, one JSON object for programs. */
import cliProgress from 'cli-progress'
import { systemClock } from '../lib/time/clock.ts'

export interface Output {
  /** True with `--json`. */
  readonly isJson: boolean
  /** Writes the result of the command: the JSON object with `--json`, else the sentences. */
  result(value: Readonly<Record<string, unknown>>, sentences: readonly string[]): void
  /** Writes a remark to standard error, so that standard output has the result alone. */
  note(sentence: string): void
  /** True when {@link progress} draws: only then is it worth counting the total. */
  readonly showsProgress: boolean
  /** A bar over `total` steps, drawn on a terminal only. */
  progress(total: number, unit: string): Progress
}

export interface Progress {
  to(done: number): void
  end(): void
}

export interface Streams {
  readonly out: NodeJS.WritableStream
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** Default: the standard input of the process. */
  readonly in?: AsyncIterable<Buffer>
}

export function createOutput(streams: Streams, isJson: boolean): Output {
  const { out, err } = streams
  const showsProgress = !isJson && err.isTTY === true
  return {
    isJson,
    showsProgress,
    result(value, sentences) {
      if (isJson)
        out.write(
          `${JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? String(field) : field))}\n`,
        )
      else for (const sentence of sentences) out.write(`${sentence}\n`)
    },
    note(sentence) {
      err.write(`${sentence}\n`)
    },
    progress(total, unit) {
      if (!showsProgress || total === 0) return { to: () => undefined, end: () => undefined }
      const bar = new cliProgress.SingleBar(
        {
          stream: err,
          format: `{bar} {percentage} % of {total} ${unit}, {rate} a second, {eta_formatted} left`,
          clearOnComplete: true,
        },
        cliProgress.Presets.shades_classic,
      )
      const started = systemClock.monotonic()
      bar.start(total, 0, { rate: 0 })
      return {
        to(done) {
          const seconds = Math.max(systemClock.monotonic() - started, 1) / 1000
          bar.update(done, { rate: Math.round(done / seconds) })
        },
        end: () => bar.stop(),
      }
    },
  }
}
