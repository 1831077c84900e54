/** What the files of a personal archive hold, each a list: posts, follows, likes and conversations. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { IMPORT_BATCH_LARGEST, type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { importLikes } from '../domain/posts/import-likes.ts'
import type { PostBundle } from '../domain/posts/imported-post.ts'
import { messagesOf } from './archive-conversations.ts'
import { backwards, fieldShown, HINT, parsed, sifted } from './archive-element.ts'
import { innerOf } from './archive-owner.ts'
import type { ArchivePictures } from './archive-pictures.ts'
import type { PostScreen } from './archive-screen.ts'
import type { ArchivePart } from './archive-source.ts'
import { type Fields, idIn, Misfit } from './json-fields.ts'
import { assignedValuesOf } from './json-values.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import { v11BundleOf } from './post-object.ts'
import { POSTS } from './posts.ts'

/** What all files of one archive are imported with. */
export interface ArchiveTools {
  readonly owner: ImportedUser
  readonly screen: PostScreen
  readonly pictures: ArchivePictures
}

/** Imports one of the files, as {@link importLines}, without what is private. */
export async function importPart(
  context: Context,
  part: ArchivePart,
  { owner, screen, pictures }: ArchiveTools,
  options: ImportOptions,
): Promise<ImportReport> {
  const { treatment } = part
  if (treatment === 'messages') return importLines(context, messagesOf(pictures), part, options)
  if (treatment === 'followers' || treatment === 'following')
    return importLines(context, edgesOf(owner, treatment === 'followers'), part, options)
  let heldBack = 0
  const onHeld = () => {
    heldBack += 1
  }
  const report =
    treatment === 'likes'
      ? await importLines(context, likesOf(owner, screen, onHeld), part, options)
      : await importLines(context, postsOf(owner, screen, onHeld), part, options)
  return { ...report, read: report.read + heldBack, heldBack }
}

function postsOf(owner: ImportedUser, screen: PostScreen, onHeld: () => void): LineFormat<PostBundle> {
  const author = { id: owner.id, tell: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    // Every run reads from the top, so that one that goes on counts all of them.
    read: (file, options) =>
      sifted(assignedValuesOf(file, options), (text) => screen.holdsPost(text), onHeld),
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

function likesOf(
  owner: ImportedUser,
  screen: PostScreen,
  onHeld: () => void,
): LineFormat<{ readonly id: bigint }> {
  return {
    kind: 'archive-likes',
    noun: 'a like',
    hint: HINT,
    batch: 1_000,
    refusesLate: true,
    read: (file, options) => sifted(backwards(file, options), (text) => screen.holdsLike(text), onHeld),
    parse: (text) => parsed(text, (fields) => ({ id: demandId(innerOf(fields, 'like'), 'tweetId') })),
    // The text of a liked post is somebody else's, who may have protected it.
    shown: (text) => fieldShown(text, 'tweetId'),
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
