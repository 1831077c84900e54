/**
 * Imports many posts into SQLite in bulk, while no server runs. An import in bulk uses larger transactions, builds
 * secondary indexes at the end, and updates the search index while it runs (docs/decisions/0089-posts-in-bulk.md).
 */
import { buildLateIndexes, dropLateIndexes } from '../../db/late-indexes.ts'
import type { Context } from '../../domain/context.ts'
import type { PostImportOptions } from '../../domain/posts/import/import-posts.ts'
import { hasMorePosts } from '../../domain/posts/read/recent-ids.ts'
import { WordCodec } from '../../domain/search/word-codec.ts'
import { indexImported, prepareIndex } from '../../search/index-import.ts'
import { excludeServers } from '../exclude-servers.ts'
import type { ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'

/** Minimum size of the files in bytes for an import in bulk. Smaller imports take little time anyway. */
const MIN_BULK_BYTES = 64 * 1024 * 1024

/** Typical bytes of a post with its author; with them, the number of posts is estimated. */
const TYPICAL_BYTES = 3_000

/** Options for storing in bulk. */
export type BulkPosts = Required<Pick<PostImportOptions, 'index'>>

/**
 * Runs an import. The import runs in bulk if no server runs, if the files are large, and if they probably have more
 * posts than the database.
 * @param run called once, with options for a bulk import; without options if the import uses ordinary batches
 */
export async function inBulkIfLarge<Report>(
  context: Context,
  inputs: readonly ImportInput[],
  options: ImportFilesOptions,
  run: (bulk?: BulkPosts) => Promise<Report>,
): Promise<Report> {
  if (!(await isLarge(context, inputs, options))) return run()
  using exclusion = await excludeServers(context, options.data)
  if (exclusion === undefined) return await run()
  const { store, vault } = context
  const codec = new WordCodec(vault)
  await dropLateIndexes(store)
  try {
    await prepareIndex(store, codec)
    return await run({ index: (tx, ids) => indexImported(tx, codec, ids) })
  } finally {
    options.onIndexing?.()
    await buildLateIndexes(store)
  }
}

async function isLarge(
  { store }: Context,
  inputs: readonly ImportInput[],
  { only = 'posts', isDryRun = false, live, minBulkBytes = MIN_BULK_BYTES }: ImportFilesOptions,
): Promise<boolean> {
  if (store.engine !== 'sqlite' || isDryRun || live !== undefined || only !== 'posts') return false
  const bytes = inputs.reduce((sum, { is, size }) => sum + (is === 'file' ? size : 0), 0)
  if (bytes < minBulkBytes) return false
  return !(await hasMorePosts(store, Math.round(bytes / TYPICAL_BYTES)))
}
