/** Updates counters after posts are deleted. */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { CountChanges } from '../counts.ts'
import type { Post } from '../post.ts'
import { findPosts } from '../read/find-posts.ts'

interface DeletedPost {
  readonly first: Post
  readonly versions: readonly Post[]
}

/** Subtracts deleted posts from the counters. The rows of the posts must be deleted already. */
export async function discount(tx: Tx, deletions: readonly DeletedPost[]): Promise<void> {
  const counts = new CountChanges()
  const named = deletions.flatMap(({ first, versions }) =>
    [first.inReplyToPostId, ...versions.map(({ quotedId }) => quotedId)].flatMap((id) => id ?? []),
  )
  const others = await findPosts(tx, [...new Set(named)])
  const quotes = new Map<string, { readonly author: bigint; readonly initial: bigint }>()
  for (const { first, versions } of deletions) {
    const author = first.authorId
    counts.addToUser(author, 'statuses', -1)
    if (first.repostedId !== null) counts.addToPost(first.repostedId, 'retweets', -1)
    const parent = others.get(first.inReplyToPostId ?? 0n)
    if (parent !== undefined) counts.addToPost(parent.initialId, 'replies', -1)
    const quoted = versions.flatMap(({ quotedId }) => others.get(quotedId ?? 0n)?.initialId ?? [])
    // An author who quotes a post several times is counted once.
    for (const initial of quoted) quotes.set(`${author} ${initial}`, { author, initial })
  }
  for (const quote of quotes.values()) {
    const rest = await tx.first(otherQuote, quote)
    if (rest === undefined) counts.addToPost(quote.initial, 'quotes', -1)
  }
  await counts.store(tx)
}

/** True if another post of the author quotes any version of the post. Uses the index posts_quote_pair. */
const otherQuote = query<{ author: bigint; initial: bigint }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts where author_id = ${p('author')} and quoted_id in (
      select ${p('initial')} union all
      select version.id from posts as version
      where version.initial_id = ${p('initial')} and version.initial_id <> version.id
    ) limit 1`,
)
