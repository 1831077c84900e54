/** What the files of a personal archive hold, each a list: posts, follows, likes and conversations. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { IMPORT_BATCH_LARGEST, type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { importLikes } from '../domain/posts/import-likes.ts'
import type { PostBundle } from '../domain/posts/imported-post.ts'
import { messagesOf } from './archive-conversations.ts'
import { backwards, HINT, parsed } from './archive-element.ts'
import { innerOf } from './archive-owner.ts'
import type { ArchivePictures } from './archive-pictures.ts'
import type { ArchivePart } from './archive-source.ts'
import { type Fields, idIn, Misfit } from './json-fields.ts'
import { assignedValuesOf } from './json-values.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import { v11BundleOf } from './post-object.ts'
import { POSTS } from './posts.ts'

/** Imports one of the files, as {@link importLines}. */
export function importPart(
  context: Context,
  part: ArchivePart,
  owner: ImportedUser,
  pictures: ArchivePictures,
  options: ImportOptions,
): Promise<ImportReport> {
  if (part.kind === 'posts') return importLines(context, postsOf(owner), part, options)
  if (part.kind === 'likes') return importLines(context, likesOf(owner), part, options)
  if (part.kind === 'messages') return importLines(context, messagesOf(pictures), part, options)
  return importLines(context, edgesOf(owner, part.kind === 'followers'), part, options)
}

function postsOf(owner: ImportedUser): LineFormat<PostBundle> {
  const author = { id: owner.id, tell: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    read: assignedValuesOf,
    parse: (text, note) =>
      parsed(text, note, (fields, noted) => v11BundleOf(innerOf(fields, 'tweet'), { author }, noted)),
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
    parse: (text, note) =>
      parsed(text, note, (fields) => {
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
    parse: (text, note) =>
      parsed(text, note, (fields) => ({ id: demandId(innerOf(fields, 'like'), 'tweetId') })),
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

function demandId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new Misfit(`there is no ${name}`)
  return id
}
