/** Temporary files of edges in the order of their follows, oldest first (spec/data-files.md#follow-files). */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileUnreadable } from '../../files/unreadable.ts'

/** Lines that are sorted in memory; about 150 bytes each. */
const MAX_LINES = 5_000_000

export interface TimedLine {
  readonly text: string
  /** Unix time in seconds; undefined for the order of the file. */
  readonly time: number | undefined
}

/** A file that is deleted with its folder when it is disposed. */
export interface TemporaryFile extends AsyncDisposable {
  readonly path: string
}

/**
 * Writes lines by their time, or in reverse order.
 * @param data the data directory
 * @param file names the copy
 * @param isNewestFirst called after the last line: whether lines without times are reversed
 * @throws {FileUnreadable} for more than {@link MAX_LINES} lines
 */
export async function orderedCopy(
  data: string,
  file: string,
  lines: AsyncIterable<TimedLine>,
  isNewestFirst: () => boolean,
): Promise<TemporaryFile> {
  const all: TimedLine[] = []
  for await (const line of lines) {
    if (all.length === MAX_LINES) {
      throw new FileUnreadable(
        `${file} has more than ${MAX_LINES} lines, too many to sort here; nothing was imported: sort it oldest first ("sort -n -k 4"), and keep the columns of the two ids`,
      )
    }
    all.push(line)
  }
  if (all.some(({ time }) => time !== undefined)) all.sort((a, b) => (a.time ?? 0) - (b.time ?? 0))
  else if (isNewestFirst()) all.reverse()
  const folder = await mkdtemp(join(data, 'follows-'))
  const path = join(folder, basename(file).replace(/\.gz$/i, ''))
  await pipeline(Readable.from(textsOf(all)), createWriteStream(path))
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Lines per piece of text. */
const LINES_PER_PIECE = 10_000

function* textsOf(lines: readonly TimedLine[]): Generator<string> {
  for (let from = 0; from < lines.length; from += LINES_PER_PIECE) {
    const piece = lines.slice(from, from + LINES_PER_PIECE)
    yield piece.map(({ text }) => `${text}\n`).join('')
  }
}
