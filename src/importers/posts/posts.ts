/** `import posts` imports v1.1 or v2 post objects, one in each line or as a list (spec/server.md#import). */
import type { Context } from '../../domain/context.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { IGNORE_FAULTS, type ReportFault } from '../../lib/repair.ts'
import { type ImportFileOptions, importFile } from '../files/import-file.ts'
import { VALUE_FORMS } from '../forms/index.ts'
import { readValue } from '../forms/read-value.ts'
import type { ImportItem } from '../items.ts'
import { InvalidItem } from '../json-fields.ts'
import type { ImportReport } from '../line-import.ts'

/** Maximum bytes of a line. A v2 response can contain up to 500 posts, with their authors and referenced posts. */
export const MAX_POST_LINE_BYTES = 4 * 1024 * 1024

/** Runs {@link importFile} for posts with their authors and referenced posts. */
export function importPostsFile(
  context: Context,
  file: string,
  options: ImportFileOptions,
): Promise<ImportReport> {
  return importFile(context, file, 'posts', options)
}

/** Number of characters of a typical post with its author; such a post has the weight 1. */
const TYPICAL_LENGTH = 16 * 1024

/** Weight of a line in a batch, as a number of typical posts. */
export function weightOf({ posts, referenced }: PostBundle, text: string): number {
  return Math.max(posts.length + referenced.length / 2, text.length / TYPICAL_LENGTH)
}

/** The posts in a line, or the reason of rejection as a text; undefined for an empty line. */
export function parsePosts(line: string, note: ReportFault = IGNORE_FAULTS): PostBundle | string | undefined {
  if (line.length >= MAX_POST_LINE_BYTES)
    return `longer than ${MAX_POST_LINE_BYTES} bytes; write one object a line`
  const text = line.trim()
  if (text === '') return undefined
  try {
    const { form, items } = readValue(VALUE_FORMS, text, note)
    return bundleOf(items) ?? `no post, but: ${form.name}`
  } catch (error) {
    if (error instanceof InvalidItem) return error.message
    throw error
  }
}

/** The posts of a value; undefined if the value has none. */
function bundleOf(items: readonly ImportItem[]): PostBundle | undefined {
  const bundles = items.flatMap((item) => (item.kind === 'posts' ? [item.bundle] : []))
  const [first, ...others] = bundles
  if (first === undefined) return undefined
  if (others.length === 0) return first
  return {
    posts: bundles.flatMap(({ posts }) => posts),
    referenced: bundles.flatMap(({ referenced }) => referenced),
    byName: bundles.flatMap(({ byName = [] }) => byName),
    faults: bundles.flatMap(({ faults = [] }) => faults),
  }
}
