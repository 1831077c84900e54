/** `quote_count` counts accounts, each once (spec/contract.md#post-fields). */
import type { Tx } from '../../../db/store.ts'
import { CountChanges } from '../counts.ts'
import type { Post } from '../post.ts'
import { lockTargets, type Target } from './targets.ts'

/** Who comes to quote what in one transaction, before any of it is stored. */
export class FirstQuotes {
  /** Author and first version. */
  readonly #known = new Set<string>()

  /** Whether the author quotes the post for the first time; notes that it does. */
  add(authorId: bigint, quoted: Target): boolean {
    if (quoted.isQuoted) return false
    return this.#known.size < this.#known.add(`${authorId} ${quoted.initialId}`).size
  }
}

/** Counts the quotes that posts will be, which are not stored yet: each unless its author quotes that post already. */
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
