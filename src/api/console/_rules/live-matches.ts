/** Sends the matches of an app's rules to a page, up to the number that a page can show. */
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

/** Maximum posts of a page whose deletion is sent: as many as the page keeps. */
const MAX_SHOWN = 1_000

const SECOND_MS = 1_000

/** Stands for an author that is not read yet. */
const UNREAD = 0n

/**
 * Seconds after which a page is sent the position if no post had one, so that a page that connects again reads few
 * events.
 */
const POSITION_SECONDS = 10

export interface Match {
  readonly post: StreamedPost
  /** At least one. */
  readonly rules: readonly Rule[]
}

export class LiveMatches implements MatchObserver {
  readonly #reader: EventReader
  readonly #ruleId: string | undefined
  /** Authors of the newest posts that were sent, by id of the post; {@link UNREAD} for posts of the page that are being read. */
  readonly #shown = new Map<bigint, bigint>()
  /** Authors whose posts were removed while the posts of the page were being read. */
  readonly #removedAuthors = new Set<bigint>()
  #sent = 0
  #skipped = 0
  /** Undefined until {@link start}. */
  #seconds: number | undefined
  #sentPosition = 0n

  /** @param ruleId sends the matches of this rule only */
  constructor(reader: EventReader, ruleId: string | undefined) {
    this.#reader = reader
    this.#ruleId = ruleId
  }

  /** Begins to count seconds. @param position the present position @returns a function that stops */
  start(clock: Clock, position: () => bigint): () => void {
    this.#seconds = 0
    return clock.every(SECOND_MS, () => {
      this.#seconds = (this.#seconds ?? 0) + 1
      if (this.#seconds % POSITION_SECONDS === 0) this.#sendPosition(position())
      this.#sent = 0
      if (this.#skipped > 0) this.#reader.skip(this.#skipped)
      this.#skipped = 0
    })
  }

  matched(post: StreamedPost, rules: readonly Rule[]): void {
    if (!this.wants(post, rules)) return
    if (this.#sent >= LIVE_POSTS_PER_SECOND) {
      this.#skipped += 1
      return
    }
    this.#sent += 1
    this.#send('post', { post, rules })
  }

  /** False for a post that the page has already, and for rules that it did not request. */
  wants({ view }: StreamedPost, rules: readonly Rule[]): boolean {
    return !this.#shown.has(view.post.id) && this.#named(rules).length > 0
  }

  /** Sends matches from the log to a page that connects again. @param leftOut number of older ones */
  resume(found: readonly Match[], leftOut: number): void {
    for (const match of found) this.#send('missed', match)
    if (leftOut > 0) this.#reader.skip(leftOut)
  }

  /** Registers the posts that the page shows, before they are read, so that deletions during the read are sent too. */
  expectShown(ids: readonly bigint[]): void {
    for (const id of ids) this.#remember(id, UNREAD)
  }

  /**
   * The posts that {@link expectShown} registered, after the read. @param authorOf returns undefined for a post that
   * may no longer be shown
   */
  resumeShown(ids: readonly bigint[], authorOf: (id: bigint) => bigint | undefined): void {
    for (const id of ids) {
      // The other posts were removed meanwhile.
      if (this.#shown.get(id) !== UNREAD) continue
      const authorId = authorOf(id)
      if (authorId === undefined || this.#removedAuthors.has(authorId)) this.#remove(id)
      else this.#shown.set(id, authorId)
    }
    this.#removedAuthors.clear()
  }

  removed(what: Removal): void {
    const ids = 'postId' in what ? [what.postId] : this.#postsOf(what.authorId)
    for (const id of ids) this.#remove(id)
    if ('authorId' in what && this.#postsOf(UNREAD).length > 0) this.#removedAuthors.add(what.authorId)
  }

  #remove(id: bigint): void {
    // The page gets deletions only of posts that it has received.
    if (this.#shown.delete(id)) this.#reader.send('removed', { id: String(id) })
  }

  #named(rules: readonly Rule[]): readonly Rule[] {
    return this.#ruleId === undefined ? rules : rules.filter(({ id }) => String(id) === this.#ruleId)
  }

  #send(name: 'post' | 'missed', { post: { view, position }, rules: matched }: Match): void {
    const rules = this.#named(matched)
    const card = postCard(
      view,
      rules.flatMap((rule) => expressionOf(rule) ?? []),
    )
    const named = rules.map((rule) => ({ id: String(rule.id), value: rule.value, tag: shownTag(rule) ?? '' }))
    // The position is not sent yet, because a page that disconnects before it has the older matches must not resume
    // after them.
    const at = this.#seconds === undefined ? {} : { position: String(position) }
    this.#reader.send(name, { ...card, rules: named, ...at })
    this.#remember(view.post.id, view.author.id)
  }

  #sendPosition(position: bigint): void {
    if (position <= this.#sentPosition) return
    this.#sentPosition = position
    this.#reader.send('position', { position: String(position) })
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
