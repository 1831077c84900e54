/**
 * Makes exports that operators download in the console (spec/console.md#exports-at-the-desk). The code of `aviary
 * export` writes them to a stream.
 */
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import type { OnUnreadable } from '../../db/read-intact.ts'
import type { Context } from '../../domain/context.ts'
import { exportFollowsFile, FOLLOWS_FORMATS, type FollowsFormat } from '../../exporters/follows.ts'
import { exportPostsFile, POST_FORMATS, type PostFormat } from '../../exporters/posts.ts'
import { exportUsersFile, USER_FORMATS, type UserFormat } from '../../exporters/users.ts'
import { type Compression, ExportInvalid, type ExportKind } from './kinds.ts'
import { readSelection, type SelectionFlags } from './post-selection.ts'

/** The formats of each kind of export; the first is the default. */
export const EXPORT_FORMATS: Readonly<Record<ExportKind, readonly string[]>> = {
  posts: POST_FORMATS,
  users: USER_FORMATS,
  follows: FOLLOWS_FORMATS,
}

export interface ExportChoices {
  readonly kind: ExportKind
  /** Format of the export; by default the first format of the kind. */
  readonly format: string | undefined
  readonly compression: Compression
  readonly selection: SelectionFlags
  /** True to add `note_tweet` to long posts; only with `v2-flat`. */
  readonly hasNotes?: boolean
}

export interface ExportWatch {
  /** Called with the number of rows that were written so far. */
  onRows(rows: number): void
  onUnreadable: OnUnreadable
}

export interface PreparedExport {
  /** Name of the file without a folder. */
  readonly name: string
  /** Writes the file to the target stream and ends the stream. @returns the number of rows */
  write(target: NodeJS.WritableStream, watch: ExportWatch, signal: AbortSignal): Promise<number>
}

type Write = (target: NodeJS.WritableStream, watch: ExportWatch, signal: AbortSignal) => Promise<number>

/**
 * Checks the options before any output is written.
 * @throws {ExportInvalid}
 * @throws {SelectionInvalid}
 */
export async function prepareExport(
  context: Pick<Context, 'store' | 'vault'>,
  choices: ExportChoices,
): Promise<PreparedExport> {
  const { kind, compression } = choices
  const { format, write } = await WRITERS[kind](context, choices)
  if (format === 'parquet' && compression !== 'none')
    throw new ExportInvalid('compression', 'parquet is compressed already')
  const ending = compression === 'none' ? '' : `.${compression}`
  return {
    name: `${kind}.${ENDINGS[format] ?? 'jsonl'}${ending}`,
    write: (target, watch, signal) => compressed(compression, target, (to) => write(to, watch, signal)),
  }
}

/** Endings of file names by format. All other formats are JSON lines and have the ending `jsonl`. */
const ENDINGS: Readonly<Record<string, string>> = { csv: 'csv', parquet: 'parquet', ids: 'txt', text: 'txt' }

interface Writer {
  readonly format: string
  readonly write: Write
}

const WRITERS: Readonly<
  Record<
    ExportKind,
    (context: Pick<Context, 'store' | 'vault'>, choices: ExportChoices) => Promise<Writer> | Writer
  >
> = {
  async posts(context, choices) {
    const format = formatIn<PostFormat>(POST_FORMATS, choices)
    const { hasNotes = false } = choices
    if (hasNotes && format !== 'v2-flat') throw new ExportInvalid('note_tweet', 'only v2-flat has note_tweet')
    const selection = await readSelection(context, choices.selection)
    return {
      format,
      write: (target, { onRows: onRead, onUnreadable }, signal) =>
        exportPostsFile(context.store, target, {
          ...{ format, selection, hasNotes, onRead, onUnreadable, signal },
        }),
    }
  },
  users({ store }, choices) {
    const format = formatIn<UserFormat>(USER_FORMATS, choices)
    return {
      format,
      write: (target, { onRows: onUsers, onUnreadable }, signal) =>
        exportUsersFile(store, target, { format, onUsers, onUnreadable, signal }),
    }
  },
  follows({ store }, choices) {
    const format = formatIn<FollowsFormat>(FOLLOWS_FORMATS, choices)
    const includesProtected = choices.selection.includeProtected === true
    return {
      format,
      write: (target, { onRows: onEdges }, signal) =>
        exportFollowsFile(store, target, { format, includesProtected, onEdges, signal }),
    }
  },
}

function formatIn<Format extends string>(formats: readonly Format[], { format }: ExportChoices): Format {
  const found = formats.find((each) => each === (format ?? formats[0]))
  if (found !== undefined) return found
  throw new ExportInvalid('format', `the formats are ${formats.join(', ')}, not ${JSON.stringify(format)}`)
}

async function compressed(
  compression: Compression,
  target: NodeJS.WritableStream,
  write: (target: NodeJS.WritableStream) => Promise<number>,
): Promise<number> {
  if (compression === 'none') {
    const rows = await write(target)
    await ended(target)
    return rows
  }
  const packer = compression === 'gz' ? createGzip() : createZstdCompress()
  const [rows] = await Promise.all([
    write(packer).then((count) => {
      packer.end()
      return count
    }),
    pipeline(packer, target),
  ])
  return rows
}

function ended(target: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    target.once('error', reject)
    target.end(resolve)
  })
}
