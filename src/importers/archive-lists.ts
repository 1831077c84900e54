/** What the files of a personal archive hold, each a list: posts, follows, likes and conversations. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { IMPORT_BATCH_LARGEST, type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { importMessages } from '../domain/messages/import-messages.ts'
import { importLikes } from '../domain/posts/import-likes.ts'
import type { PostBundle } from '../domain/posts/imported-post.ts'
import { type Conversation, conversationIn } from './archive-messages.ts'
import { innerOf } from './archive-owner.ts'
import type { ArchivePart } from './archive-source.ts'
import { DigitsLost, exactFieldsOf, type Fields, fieldsOf, idIn, Misfit } from './json-fields.ts'
import { assignedValuesOf } from './json-values.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import type { ImportedFile, Line, LineOptions } from './lines.ts'
import { v11BundleOf } from './post-object.ts'
import { POSTS } from './posts.ts'

/** Imports one of the files, as {@link importLines}. */
export function importPart(
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

const HINT = 'get the archive again'

function postsOf(owner: ImportedUser): LineFormat<PostBundle> {
  const author = { id: owner.id, tell: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    read: assignedValuesOf,
    parse: (text) => parsed(text, (fields) => v11BundleOf(innerOf(fields, 'tweet'), { author })),
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
