/** Imports the posts and likes of a personal archive, without private ones. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { importLikes } from '../../domain/posts/import/import-likes.ts'
import { importPosts } from '../../domain/posts/import/import-posts.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { assignedValuesOf } from '../../files/json-values.ts'
import { validIdIn } from '../id-fields.ts'
import { type Fields, objectIn } from '../json-fields.ts'
import type { LineFormat } from '../line-import.ts'
import { v11BundleOf } from '../posts/post-object.ts'
import { POSTS, weightOf } from '../posts/posts.ts'
import { fieldShown, HINT, parsed, requireId, reversed, withoutHeldBack } from './archive-element.ts'
import type { ArchiveNotes } from './archive-notes.ts'
import { innerOf } from './archive-owner.ts'
import { elementOf, type PostScreen, postOf } from './archive-screen.ts'
import { ArchivePostMedia } from './media/post-media.ts'

/** Weight of a medium in the size of a batch, in posts. */
const MEDIUM_WEIGHT = 10

interface PostTools {
  readonly owner: ImportedUser
  readonly screen: PostScreen
  readonly notes: ArchiveNotes
  readonly media: ArchivePostMedia
}

/** The import format of files of posts. @param onHeld called for each held-back post */
export function postsOf(
  { owner, screen, notes, media }: PostTools,
  onHeld: () => void,
): LineFormat<PostBundle> {
  const author = { id: owner.id, readUser: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    // Every run reads from the beginning, so a resumed run counts all held-back posts, notes and files.
    async *read(file, options) {
      const values = assignedValuesOf(file, options)
      for await (const lines of withoutHeldBack(values, (text) => screen.holdsPost(text), onHeld)) {
        for (const { text } of lines) {
          const element = elementOf(text)
          const post = element && postOf(element)
          if (post === undefined) continue
          notes.withNote(post)
          media.refer(post)
        }
        yield lines
      }
    },
    parse: (text, note) =>
      parsed(text, note, (fields, noted) => {
        const post = ownPost(innerOf(fields, 'tweet'), owner.id)
        return v11BundleOf(notes.withNote(post), { author }, noted)
      }),
    weigh: (bundle, text) =>
      bundle.posts.reduce(
        (sum, post) => sum + MEDIUM_WEIGHT * ArchivePostMedia.countIn(post),
        weightOf(bundle, text),
      ),
    async store(context, bundles, note) {
      const uploads = await media.upload(bundles)
      await importPosts(
        context,
        bundles,
        (tx, outcome) => note(tx, { ...outcome, skipped: outcome.skipped + outcome.deleted }),
        { uploads },
      )
    },
  }
}

/** Without the owner's user data in posts before 2019: the archive describes the owner better elsewhere. */
function ownPost(post: Fields, ownerId: bigint): Fields {
  const user = objectIn(post, 'user')
  if (user === undefined || validIdIn(user, 'id') !== ownerId) return post
  const { user: _, ...others } = post
  return others
}

/** The import format of files of likes. @param onHeld called for each held-back like */
export function likesOf(
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
    read: (file, options) =>
      withoutHeldBack(reversed(file, options), (text) => screen.holdsLike(text), onHeld),
    parse: (text, note) =>
      parsed(text, note, (fields) => ({ id: requireId(innerOf(fields, 'like'), 'tweetId') })),
    // The text of a liked post belongs to another user, who may be protected.
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
