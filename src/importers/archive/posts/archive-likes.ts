/** Imports the likes of a personal archive, except likes of private posts. */
import type { ImportedUser } from '../../../domain/accounts/imported-user.ts'
import { importLikes } from '../../../domain/posts/import/import-likes.ts'
import type { LineFormat } from '../../line-import.ts'
import { fieldShown, parsed, requireId, reversed, withoutHeldBack } from '../archive-element.ts'
import { innerOf } from '../archive-owner.ts'
import type { PostScreen } from '../archive-screen.ts'
import type { ArchiveTotals } from '../archive-totals.ts'

/**
 * The import format of files of likes. A like is not imported if this server lacks the post, because the author of the
 * post is unknown.
 * @param onHeld called for each like that is held back
 * @param totals counts the likes of missing posts
 */
export function likesOf(
  owner: ImportedUser,
  screen: PostScreen,
  onHeld: () => void,
  totals: Pick<ArchiveTotals, 'unknownLikes'>,
): LineFormat<{ readonly id: bigint }> {
  return {
    kind: 'archive-likes',
    batch: 1_000,
    refusesLate: false,
    read: (file, options) =>
      withoutHeldBack(reversed(file, options), (text) => screen.holdsLike(text), onHeld),
    parse: (text, note) =>
      parsed(text, note, (fields) => ({ id: requireId(innerOf(fields, 'like'), 'tweetId') })),
    // The reject file shows only the id. The text of the post belongs to another user, who may be protected.
    shown: (text) => fieldShown(text, 'tweetId'),
    async store(context, likes, note) {
      const ids = likes.map(({ id }) => id)
      const before = totals.unknownLikes
      await importLikes(context, owner.id, ids, (tx, { imported, refused: missing }) => {
        totals.unknownLikes = before + missing.length
        return note(tx, { imported, skipped: likes.length - imported - missing.length, refused: [] })
      })
    },
  }
}
