/** The output of a command: sentences and a progress bar, or one JSON object for programs. */
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type Pace, type Progress, progressBar, progressLines, progressWithoutTotal } from './progress.ts'

export interface Output {
  /** True with `--json`. */
  readonly isJson: boolean
  /** Writes the result of the command: the JSON object with `--json`, otherwise the sentences. */
  result(value: Readonly<Record<string, unknown>>, sentences: readonly string[]): void
  /** Writes a sentence to standard error. Standard output contains only the result. */
  note(sentence: string): void
  /**
   * True when {@link progress} draws a bar. Otherwise a command need not count a total that takes time to
   * count: it passes 0 to {@link progress}, which then shows nothing.
   */
  readonly showsProgress: boolean
  /**
   * Shows progress over `total` steps: a bar on a terminal, otherwise lines; nothing with `--json`.
   * @param total undefined if it is unknown; the amount and the rate are then shown
   * @param pace times of the lines; default: a line every 30 s
   */
  progress(total: number | undefined, unit: string, pace?: Pace): Progress
}

export interface Streams {
  readonly out: NodeJS.WritableStream
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** Standard input; default: that of the process. */
  readonly in?: AsyncIterable<Buffer>
}

/** @param clock the clock that measures the rate of the progress */
export function createOutput(streams: Streams, isJson: boolean, clock: Clock = systemClock): Output {
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
    progress(total, unit, pace) {
      if (isJson || total === 0) return { to: () => undefined, end: () => undefined }
      if (total === undefined) return progressWithoutTotal(err, unit, clock)
      return showsProgress
        ? progressBar(err, total, unit, clock)
        : progressLines(err, total, unit, clock, pace)
    },
  }
}
