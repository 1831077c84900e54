/**
 * `import archive`: the archive that a person downloads of the own account (design section 8). Each of its files is an
 * import of its own, with its own standing and rejects.
 */
import { importUsers } from '../domain/accounts/import-users.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { IMPORT_BATCH_LARGEST, type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { importMessages } from '../domain/messages/import-messages.ts'
import { importLikes } from '../domain/posts/import-likes.ts'
import { importPosts, POST_BATCH_LARGEST } from '../domain/posts/import-posts.ts'
import type { PostBundle } from '../domain/posts/imported-post.ts'
import { type Conversation, conversationIn } from './archive-messages.ts'
import { innerOf, ownerOf } from './archive-owner.ts'
import { type ArchiveKind, type ArchivePart, openArchive } from './archive-source.ts'
import { DigitsLost, exactFieldsOf, type Fields, fieldsOf, idIn, Misfit } from './json-fields.ts'
import { assignedValuesOf } from './json-values.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import { FileUnreadable, type ImportedFile, type Line, type LineOptions } from './lines.ts'
import { v11BundleOf } from './post-object.ts'
import { POST_LINE_LONGEST, USUAL_LENGTH } from './posts.ts'

/** What became of the files of each kind; kinds that the archive has not are left out. */
export type ArchiveReport = { readonly [Kind in ReportedKind]?: ImportReport }
export type ReportedKind = Exclude<ArchiveKind, 'account' | 'profile'>

export interface ArchiveOptions extends ImportOptions {
  /** Told how many bytes there are to deal with, before the first of them. */
  readonly onSize?: (bytes: number) => void
}

/** In which order: likes are of posts. */
const ORDER = [
  'posts',
  'following',
  'followers',
  'likes',
  'messages',
] as const satisfies readonly ReportedKind[]

/**
 * Imports an archive: the user with its profile, then what it holds.
 * @param path a zip file, or the directory that one was unpacked to
 * @throws {FileUnreadable} @throws {ImportRunsElsewhere}
 */
export async function importArchive(
  context: Context,
  path: string,
  { data, onBytes, onSize }: ArchiveOptions,
): Promise<ArchiveReport> {
  await using archive = await openArchive(path)
  const owner = await ownerOf(archive.parts)
  const parts = ORDER.map((kind) => archive.parts.filter((part) => part.kind === kind))
  onSize?.(parts.flat().reduce((sum, { size }) => sum + size, 0))
  await bringOwner(context, owner)
  const report: { -readonly [Kind in ReportedKind]?: ImportReport } = {}
  let done = 0
  for (const part of parts.flat()) {
    const before = done
    const options = {
      data,
      ...(onBytes === undefined ? {} : { onBytes: (bytes: number) => onBytes(before + bytes) }),
    }
    const result = await importPart(context, part, owner, options)
    const kind = part.kind as ReportedKind
    report[kind] = sumOf(report[kind], result)
    done += part.size
    onBytes?.(done)
  }
  return report
}

async function bringOwner(context: Context, owner: ImportedUser): Promise<void> {
  const { refused } = await importUsers(context, [owner], async () => undefined)
  const [fault] = refused
  if (fault !== undefined)
    throw new FileUnreadable(`the account of the archive cannot be imported: ${fault.reason}`)
}

function importPart(
  context: Context,
  part: ArchivePart,
  owner: ImportedUser,
  options: ImportOptions,
): Promise<ImportReport> {
  if (part.kind === 'posts') return importLines(context, postsOf(owner), part, options)
  if (part.kind === 'likes') return importLines(context, likesOf(owner), part, options)
  if (part.kind === 'messages') return importLines(context, MESSAGES, part, options)
  return importLines(context, edgesOf(owner, part.kind === 'followers'), part, options)
}

/** One report of two files of a kind; of their reject files the first is named. */
function sumOf(one: ImportReport | undefined, other: ImportReport): ImportReport {
  if (one === undefined) return other
  return {
    read: one.read + other.read,
    imported: one.imported + other.imported,
    skipped: one.skipped + other.skipped,
    rejected: one.rejected + other.rejected,
    rejects: one.rejects ?? other.rejects,
    resumedAfter: one.resumedAfter + other.resumedAfter,
  }
}

const HINT = 'get the archive again'

function postsOf(owner: ImportedUser): LineFormat<PostBundle> {
  const author = { id: owner.id, tell: () => owner }
  return {
    kind: 'archive-posts',
    noun: 'a post',
    hint: HINT,
    batch: POST_BATCH_LARGEST,
    longest: POST_LINE_LONGEST,
    refusesLate: true,
    read: assignedValuesOf,
    parse: (text) => parsed(text, (fields) => v11BundleOf(innerOf(fields, 'tweet'), { author })),
    weigh: (_, text) => Math.max(1, text.length / USUAL_LENGTH),
    async store(context, bundles, note) {
      await importPosts(context, bundles, note)
    },
  }
}

function edgesOf(owner: ImportedUser, isFollower: boolean): LineFormat<ImportedEdge> {
  const name = isFollower ? 'follower' : 'following'
  return {
    kind: `archive-${name}`,
    noun: 'an account',
    hint: HINT,
    batch: IMPORT_BATCH_LARGEST,
    refusesLate: false,
    read: backwards,
    parse: (text) =>
      parsed(text, (fields) => {
        const id = demandId(innerOf(fields, name), 'accountId')
        if (id === owner.id) throw new Misfit('a user cannot follow itself')
        return isFollower ? { follower: id, followee: owner.id } : { follower: owner.id, followee: id }
      }),
    async store(context, edges, note) {
      await importFollows(context, edges, (tx, imported) => note(tx, { imported, refused: [] }))
    },
  }
}

function likesOf(owner: ImportedUser): LineFormat<{ readonly id: bigint }> {
  return {
    kind: 'archive-likes',
    noun: 'a like',
    hint: HINT,
    batch: 1_000,
    refusesLate: true,
    read: backwards,
    parse: (text) => parsed(text, (fields) => ({ id: demandId(innerOf(fields, 'like'), 'tweetId') })),
    async store(context, likes, note) {
      await importLikes(
        context,
        owner.id,
        likes.map(({ id }) => id),
        note,
      )
    },
  }
}

/** Bytes of a conversation: a hundred thousand messages. */
const CONVERSATION_LONGEST = 64 * 1024 * 1024

const MESSAGES: LineFormat<Conversation> = {
  kind: 'archive-messages',
  noun: 'a conversation',
  hint: HINT,
  batch: 2_000,
  longest: CONVERSATION_LONGEST,
  refusesLate: true,
  read: assignedValuesOf,
  parse: (text) => parsed(text, conversationIn),
  weigh: ({ messages, faults }) => Math.max(1, messages.length + faults.length),
  async store(context, conversations, note) {
    const messages = conversations.flatMap((conversation) => conversation.messages)
    const refused = conversations.flatMap(({ faults }, index) => faults.map((reason) => ({ index, reason })))
    await importMessages(context, messages, (tx, imported) =>
      note(tx, { imported, skipped: messages.length - imported, refused }),
    )
  },
}

/**
 * The elements of a list, last first and numbered so: archives have the newest first, and what comes in the order of
 * time is imported oldest first. They are held in memory, as no list of one person is long.
 */
async function* backwards(file: ImportedFile, options: LineOptions): AsyncGenerator<Line[]> {
  const all: Line[] = []
  for await (const lines of assignedValuesOf(file, options)) all.push(...lines)
  yield all.reverse().map((line, index) => ({ ...line, number: index + 1 }))
}

function demandId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new Misfit(`there is no ${name}`)
  return id
}

function parsed<Item>(text: string, read: (fields: Fields) => Item): Item | string {
  try {
    try {
      return read(fieldsOf(text))
    } catch (error) {
      if (error instanceof DigitsLost) return read(exactFieldsOf(text))
      throw error
    }
  } catch (error) {
    if (error instanceof Misfit) return error.message
    throw error
  }
}
