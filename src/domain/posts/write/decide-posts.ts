/** Accepts or refuses posts one after another, in memory, with data that was read for all posts together. */
import type { Tx } from '../../../db/store.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { Refusal } from '../../context.ts'
import { type Authors, readAuthors } from './authors.ts'
import { refuseReply } from './draft-post.ts'
import { FirstQuotes } from './first-quotes.ts'
import { type PostRequest, postOf } from './post-request.ts'
import type { DecidedPost } from './store-new-posts.ts'
import { lockTargets, type Targets } from './targets.ts'
import type { WrittenPost } from './written-posts.ts'

/** Data for the decisions. */
export interface DecisionInputs {
  readonly authors: Authors
  readonly targets: Targets
  readonly firstQuotes: FirstQuotes
}

/** Locks the authors and the posts that they answer or quote, and then reads the data for the decisions. */
export async function readDecisionInputs(tx: Tx, inputs: readonly PostRequest[]): Promise<DecisionInputs> {
  const drafts = inputs.map(({ draft }) => draft)
  const aims = drafts.flatMap(({ authorId: userId, replyTo, quotes }) =>
    [replyTo, quotes].flatMap((postId) => (postId === undefined ? [] : [{ userId, postId }])),
  )
  const [, targets, authors] = await Promise.all([
    lockUsers(tx, [...new Set(drafts.map(({ authorId }) => authorId))]),
    lockTargets(tx, aims),
    readAuthors(
      tx,
      inputs.map(({ draft: { authorId, textKey }, now, isLimited }) => ({
        authorId,
        textKey,
        now,
        isLimited,
      })),
    ),
  ])
  return { authors, targets, firstQuotes: new FirstQuotes() }
}

/** Accepts one post. @throws {Refusal} when the post is refused; nothing is written yet */
export function decide(
  request: PostRequest,
  { authors, targets, firstQuotes }: DecisionInputs,
): DecidedPost & WrittenPost {
  const { draft, isLimited } = request
  const { authorId, replyTo, quotes } = draft
  authors.requireActive(authorId)
  if (isLimited) authors.requireRoom(authorId)
  authors.requireNew(draft)
  const seen = (postId: bigint | undefined) => {
    const target = postId === undefined ? undefined : targets.of({ userId: authorId, postId })
    return target?.unseen === undefined ? target : undefined
  }
  const [parent, quoted] = [seen(replyTo), seen(quotes)]
  if (replyTo !== undefined && parent === undefined) refuseReply(replyTo)
  if (quotes !== undefined && quoted === undefined) {
    throw new Refusal('attachment-invalid', `the post ${quotes} is deleted or not visible`)
  }
  const isFirstQuote = quoted !== undefined && firstQuotes.add(authorId, quoted)
  authors.add(draft)
  const post = postOf(request, parent, quoted)
  return { post, author: authors.user(authorId), draft, parent, quoted, isFirstQuote }
}
