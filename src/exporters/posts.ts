/** `export posts` writes posts in a file format; `import posts` reads most of these formats. */

import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import type { WholePost } from '../domain/posts/read/every-post.ts'
import { csvHead } from './columns/csv.ts'
import { parquetTable } from './columns/parquet.ts'
import { POST_COLUMNS } from './columns/post-columns.ts'
import { hasAmbiguousText, PARQUET_COLUMNS, parquetCells, postCsvLine } from './columns/post-row.ts'
import { type ExportTarget, type WriteOptions, writeExport } from './file.ts'
import { type ExportFormat, jsonLine, lines, rowFormat } from './rows.ts'
import { type PostSelection, selectedPosts } from './selected-posts.ts'
import { exportedPost } from './v1-post.ts'
import { flatPosts } from './v2-flat.ts'
import { v2Posts } from './v2-post.ts'

export interface ExportPostsOptions extends WriteOptions {
  /** The default is `v1`. */
  readonly format?: PostFormat
  /** The default is all posts, except posts of protected authors. */
  readonly selection?: PostSelection
  /**
   * True to add `note_tweet` to long posts in the format `v2-flat`; in this format, `text` always has the whole text.
   */
  readonly hasNotes?: boolean
  /** Called with the number of posts that were read so far; some of these posts may not be exported. */
  readonly onRead?: (posts: number) => void
  /**
   * Called with the number of posts that were left out since the previous call, because an author is
   * protected.
   */
  readonly onProtected?: (posts: number) => void
  /**
   * Called for each unreadable post, which is skipped. Without this function, the first unreadable post ends the
   * export.
   */
  readonly onUnreadable?: OnUnreadable | undefined
  /**
   * Called for each batch with the number of its posts whose text csv cannot represent exactly; see
   * {@link hasAmbiguousText}.
   */
  readonly onAmbiguous?: (posts: number) => void
}

/**
 * Writes posts in the order of ids (spec/exports.md#formats).
 * @returns the number of posts
 * @throws {FileExists}
 * @throws {CompressedTwice}
 */
export async function exportPostsFile(
  store: Store,
  target: ExportTarget,
  options: ExportPostsOptions = {},
): Promise<number> {
  const { format = 'v1', selection, hasNotes = false, signal, isDryRun } = options
  const { onRead, onProtected, onUnreadable, onAmbiguous } = options
  let count = 0
  if (format === 'parquet' && typeof target === 'string' && /\.(gz|zst)$/.test(target)) {
    throw new CompressedTwice(target)
  }
  const encode = FORMATS[format]({ store, hasNotes, onAmbiguous })
  const pieces = () =>
    encode(selectedPosts(store, selection, { onRead, onProtected, onUnreadable }), {
      nameOf: ({ post }) => `post ${post.id}`,
      onRows: (posts) => {
        count = posts
      },
      onUnreadable,
    })
  await writeExport(target, pieces, { signal, isDryRun })
  return count
}

/**
 * Thrown when the file name would compress a parquet file as a whole. Programs that read parquet need random access.
 */
export class CompressedTwice extends Error {
  override readonly name = 'CompressedTwice'

  constructor(file: string) {
    super(
      `parquet is compressed already, and ${file} would be unreadable; leave out the last ending of the name`,
    )
  }
}

interface FormatOptions {
  readonly store: Store
  readonly hasNotes: boolean
  readonly onAmbiguous: ((posts: number) => void) | undefined
}

const FORMATS = {
  v1: () => rowFormat((posts) => posts.map((post) => jsonLine(exportedPost(post))), lines),
  v2: ({ store }) => rowFormat(async (posts) => (await v2Posts(store, posts)).map(jsonLine), lines),
  'v2-flat': ({ store, hasNotes }) =>
    rowFormat(async (posts) => (await flatPosts(store, posts, hasNotes)).map(jsonLine), lines),
  csv: ({ onAmbiguous }) =>
    rowFormat(
      (posts) => {
        onAmbiguous?.(posts.filter(hasAmbiguousText).length)
        return posts.map(postCsvLine)
      },
      () => lines(csvHead(POST_COLUMNS)),
    ),
  parquet: () =>
    rowFormat(
      (posts) => posts.map(parquetCells),
      () => parquetTable(PARQUET_COLUMNS),
    ),
  ids: () => rowFormat((posts) => posts.map(({ post }) => `${post.id}\n`), lines),
} as const satisfies Readonly<Record<string, (options: FormatOptions) => ExportFormat<WholePost>>>

/** A format of posts (spec/exports.md#formats). */
export type PostFormat = keyof typeof FORMATS

/** All formats. */
export const POST_FORMATS = Object.keys(FORMATS) as readonly PostFormat[]
