/** The posts and likes of a personal archive, without those that are private. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { importLikes } from '../../domain/posts/import/import-likes.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { assignedValuesOf } from '../json-values.ts'
import type { LineFormat } from '../line-import.ts'
import { v11BundleOf } from '../posts/post-object.ts'
import { POSTS } from '../posts/posts.ts'
import { backwards, fieldShown, HINT, parsed, requireId, sifted } from './archive-element.ts'
import { innerOf } from './archive-owner.ts'
import type { PostScreen } from './archive-screen.ts'

/** How files of posts are imported. @param onHeld is called for each post that is held back */
export function postsOf(owner: ImportedUser, screen: PostScreen, onHeld: () => void): LineFormat<PostBundle> {
  const author = { id: owner.id, readUser: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    // Every run reads from the top, so that one that goes on counts all of them.
    read: (file, options) =>
      sifted(assignedValuesOf(file, options), (text) => screen.holdsPost(text), onHeld),
    parse: (text, note) =>
      parsed(text, note, (fields, noted) => v11BundleOf(innerOf(fields, 'tweet'), { author }, noted)),
  }
}

/** How files of likes are imported. @param onHeld is called for each like that is held back */
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
    read: (file, options) => sifted(backwards(file, options), (text) => screen.holdsLike(text), onHeld),
    parse: (text, note) =>
      parsed(text, note, (fields) => ({ id: requireId(innerOf(fields, 'like'), 'tweetId') })),
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
