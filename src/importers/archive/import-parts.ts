/**
 * Imports the lists of an archive in sequence. The database keeps the progress of each list until all lists are
 * imported.
 */
import { createHash } from 'node:crypto'
import type { Context } from '../../domain/context.ts'
import { linkVersions } from '../../domain/posts/import/link-versions.ts'
import type { ImportOptions } from '../line-import.ts'
import { advanceProgress, deleteAllProgress, NO_PROGRESS, progressOf } from '../progress.ts'
import { NO_REJECTS, RejectFile } from '../rejects.ts'
import { type ArchiveTools, importPart, type ListOptions } from './archive-lists.ts'
import type { PrivacyOptions } from './archive-notices.ts'
import type { ArchivePart } from './archive-part.ts'
import { type ArchiveReport, type ReportedKind, sumOf, withMember } from './archive-report.ts'
import type { ArchiveSource } from './archive-source.ts'
import { SavedTotals } from './archive-totals.ts'

export interface PartsOptions extends ImportOptions, PrivacyOptions, Pick<ListOptions, 'onPosts'> {
  /** The file for rejected objects; by default a file in the data directory. */
  readonly rejects?: RejectFile | undefined
  /** Called once before the import, with the total size in bytes. */
  readonly onSize?: (bytes: number) => void
}

/** Number of digits of the import's identity that the name of the reject file contains. */
const NAME_DIGITS = 16

/** The order of the import. Likes come after posts, because a like can be stored only if its post exists. */
const ORDER = [
  'posts',
  'following',
  'followers',
  'blocks',
  'mutes',
  'likes',
  'messages',
  'group_messages',
] as const satisfies readonly ReportedKind[]

/**
 * Imports all lists. If a file cannot be read to its end, the report names the file, and the other files are imported.
 * @returns the reports by kind and by file; they include earlier runs of this import
 * @throws {ImportRunsElsewhere}
 */
export async function importParts(
  context: Context,
  archive: Pick<ArchiveSource, 'parts' | 'media'>,
  tools: ArchiveTools,
  options: PartsOptions,
): Promise<Pick<ArchiveReport, 'kinds' | 'members'>> {
  const { data, onBytes, onSize, onPosts } = options
  const parts = inOrder(archive.parts)
  onSize?.(parts.reduce((sum, { size }) => sum + size, 0))
  const kinds: { -readonly [Kind in ReportedKind]?: ArchiveReport['kinds'][Kind] } = {}
  let members: ArchiveReport['members'] = []
  const posts = parts.filter(({ treatment }) => treatment === 'posts')
  const identity = identityOf(archive, tools, options)
  const rejects =
    options.rejects ?? RejectFile.byName(data, `archive-${identity.slice(0, NAME_DIGITS)}`, NO_REJECTS)
  const totals = new SavedTotals(tools.totals, rejects)
  const fingerprints = new Set([await begun(context, `archive:${identity}`, totals)])
  let done = 0
  for (const [index, part] of parts.entries()) {
    const before = done
    const result = await importPart(context, part, tools, {
      ...{ rejects, totals, onPosts, salt: `${identity}:${index}` },
      onFingerprint: (fingerprint) => fingerprints.add(fingerprint),
      ...(onBytes === undefined ? {} : { onBytes: (bytes: number) => onBytes(before + bytes) }),
    })
    const kind = part.treatment as ReportedKind
    kinds[kind] = sumOf(kinds[kind], result)
    members = withMember(members, part.place, result)
    done += part.size
    onBytes?.(done)
    // The versions are linked before likes are imported, because a like belongs to the first version of a post.
    if (index === posts.length - 1) await linkVersions(context, tools.owner.id, tools.seen.chains)
  }
  await deleteAllProgress(context.store, fingerprints)
  return { kinds, members }
}

/**
 * Stores the counts that belong to no list, or continues with the counts of an earlier run.
 * @returns the fingerprint of the import
 */
async function begun(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  fingerprint: string,
  totals: SavedTotals,
): Promise<string> {
  const { state } = await progressOf(store, fingerprint)
  if (state !== undefined) totals.restore(state)
  else {
    const begin = { ...NO_PROGRESS, lines: 1, state: totals.save() }
    // No event: progress is not data of the network.
    await store.write((tx) => advanceProgress(tx, fingerprint, NO_PROGRESS, begin, clock.now()))
  }
  return fingerprint
}

/**
 * A hash of everything that affects the result of a file. An import with a different hash does not continue this
 * import.
 */
function identityOf(
  { parts, media }: Pick<ArchiveSource, 'parts' | 'media'>,
  { owner, screen }: ArchiveTools,
  { isProtected = false, skipsCircleEra = false, rejects }: PartsOptions,
): string {
  const files = parts.map(({ kind, file, part, size }) => [kind, file, part, size])
  const all = [String(owner.id), isProtected, skipsCircleEra, screen.identity, files, media.names]
  // A stored position is valid only for the reject file with which it was stored.
  if (rejects !== undefined) all.push(rejects.path)
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Kinds of files that have the newest element first, and whose order clients can see. */
const NEWEST_FIRST: ReadonlySet<string> = new Set<ReportedKind>([
  'following',
  'followers',
  'blocks',
  'mutes',
  'likes',
])

/**
 * The files by kind. If a list begins with the newest element, its parts are read in reverse, beginning with the last
 * part of the oldest input. As a result, an element in several inputs has the position from the oldest input (decision
 * 0136).
 */
function inOrder(parts: ArchiveSource['parts']): ArchiveSource['parts'] {
  return ORDER.flatMap((kind) => {
    const some = parts.filter(({ treatment }) => treatment === kind)
    return NEWEST_FIRST.has(kind) ? some.toSorted(oldestFirst) : some
  })
}

function oldestFirst(a: ArchivePart, b: ArchivePart): number {
  return (b.newerInputs ?? 0) - (a.newerInputs ?? 0) || b.part - a.part
}
