/** Sends the matches of an app's rules to a page, as many as a page can show. */
import type { Rule } from '../../../domain/rules/rule.ts'
import { shownTag } from '../../../domain/rules/rule.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { EventReader } from '../../../streams/events/event-readers.ts'
import type { MatchObserver, Removal } from '../../../streams/posts/channel.ts'
import { expressionOf } from '../../../streams/posts/rule-book.ts'
import type { StreamedPost } from '../../../streams/posts/streamed-post.ts'
import { postCard } from './post-card.ts'

/** Maximum posts per second for a page, the most that a person can read; the others are counted. */
export const LIVE_POSTS_PER_SECOND = 50

/** Posts of a page whose deletion is sent; as many as the page keeps. */
const MAX_SHOWN = 1_000

const SECOND_MS = 1_000

export class LiveMatches implements MatchObserver {
  readonly #reader: EventReader
  readonly #ruleId: string | undefined
  /** Authors of the newest posts that were sent, by id of the post. */
  readonly #shown = new Map<bigint, bigint>()
  #sent = 0
  #skipped = 0

  /** @param ruleId sends the matches of this rule only */
  constructor(reader: EventReader, ruleId: string | undefined) {
    this.#reader = reader
    this.#ruleId = ruleId
  }

  /** Begins to count seconds. @returns the function that stops that */
  start(clock: Clock): () => void {
    return clock.every(SECOND_MS, () => {
      this.#sent = 0
      if (this.#skipped > 0) this.#reader.skip(this.#skipped)
      this.#skipped = 0
    })
  }

  matched({ view }: StreamedPost, matched: readonly Rule[]): void {
    const rules =
      this.#ruleId === undefined ? matched : matched.filter(({ id }) => String(id) === this.#ruleId)
    if (rules.length === 0) return
    if (this.#sent >= LIVE_POSTS_PER_SECOND) {
      this.#skipped += 1
      return
    }
    this.#sent += 1
    const card = postCard(
      view,
      rules.flatMap((rule) => expressionOf(rule) ?? []),
    )
    const named = rules.map((rule) => ({ id: String(rule.id), value: rule.value, tag: shownTag(rule) ?? '' }))
    this.#reader.send('post', { ...card, rules: named })
    this.#remember(view.post.id, view.author.id)
  }

  removed(what: Removal): void {
    const ids = 'postId' in what ? [what.postId] : this.#postsOf(what.authorId)
    for (const id of ids) {
      // The page gets deletions only of posts that it has received.
      if (this.#shown.delete(id)) this.#reader.send('removed', { id: String(id) })
    }
  }

  #remember(postId: bigint, authorId: bigint): void {
    this.#shown.set(postId, authorId)
    if (this.#shown.size <= MAX_SHOWN) return
    const [oldest] = this.#shown.keys()
    if (oldest !== undefined) this.#shown.delete(oldest)
  }

  #postsOf(authorId: bigint): readonly bigint[] {
    return [...this.#shown].flatMap(([id, author]) => (author === authorId ? [id] : []))
  }
}
