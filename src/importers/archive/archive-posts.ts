/** Imports the posts and likes of a personal archive, without private ones. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { importLikes } from '../../domain/posts/import/import-likes.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { assignedValuesOf } from '../../files/json-values.ts'
import type { LineFormat } from '../line-import.ts'
import { v11BundleOf } from '../posts/post-object.ts'
import { POSTS } from '../posts/posts.ts'
import { fieldShown, HINT, parsed, requireId, reversed, withoutHeldBack } from './archive-element.ts'
import { innerOf } from './archive-owner.ts'
import type { PostScreen } from './archive-screen.ts'

/** The import format of files of posts. @param onHeld called for each held-back post */
export function postsOf(owner: ImportedUser, screen: PostScreen, onHeld: () => void): LineFormat<PostBundle> {
  const author = { id: owner.id, readUser: () => owner }
  return {
    ...POSTS,
    kind: 'archive-posts',
    hint: HINT,
    // Every run reads from the beginning, so a resumed run counts all held-back posts.
    read: (file, options) =>
      withoutHeldBack(assignedValuesOf(file, options), (text) => screen.holdsPost(text), onHeld),
    parse: (text, note) =>
      parsed(text, note, (fields, noted) => v11BundleOf(innerOf(fields, 'tweet'), { author }, noted)),
  }
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
