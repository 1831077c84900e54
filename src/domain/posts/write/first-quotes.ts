/** Counts quotes. `quote_count` counts each account once (spec/contract.md#post-fields). */
import type { Tx } from '../../../db/store.ts'
import { CountChanges } from '../counts.ts'
import type { Post } from '../post.ts'
import { lockTargets, type Target } from './targets.ts'

/**
 * The first quotes that a transaction adds. A first quote is written by a user who has not quoted the same
 * post before.
 */
export class FirstQuotes {
  /** The author of the quote and the first version of the quoted post, for each first quote. */
  readonly #known = new Set<string>()

  /** Records a quote. @returns true when the author quotes this post for the first time */
  add(authorId: bigint, quoted: Target): boolean {
    if (quoted.isQuoted) return false
    return this.#known.size < this.#known.add(`${authorId} ${quoted.initialId}`).size
  }
}

/** Counts the quotes of posts that are not stored yet, once for each author and quoted post. */
export async function countFirstQuotes(
  tx: Tx,
  posts: readonly Pick<Post, 'authorId' | 'quotedId'>[],
): Promise<void> {
  const aims = posts.flatMap(({ authorId, quotedId }) =>
    quotedId === null ? [] : [{ userId: authorId, postId: quotedId }],
  )
  const targets = await lockTargets(tx, aims)
  const firstQuotes = new FirstQuotes()
  const counts = new CountChanges()
  for (const aim of aims) {
    const target = targets.of(aim)
    if (target !== undefined && firstQuotes.add(aim.userId, target)) {
      counts.addToPost(target.initialId, 'quotes', 1)
    }
  }
  await counts.store(tx)
}
