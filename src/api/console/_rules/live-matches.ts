/** Sends a console page the posts that match an app's rules, as they happen. */
import type { Rule } from '../../../domain/rules/rule.ts'
import { shownTag } from '../../../domain/rules/rule.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { EventReader } from '../../../streams/events/event-readers.ts'
import type { MatchObserver, Removal } from '../../../streams/posts/channel.ts'
import { expressionOf } from '../../../streams/posts/rule-book.ts'
import type { StreamedPost } from '../../../streams/posts/streamed-post.ts'
import { postCard } from './post-card.ts'

/** Maximum posts per second for one page. The page gets the number of the posts beyond this limit. */
export const LIVE_POSTS_PER_SECOND = 50

/**
 * Maximum number of shown posts whose deletion is sent to the page. The page shows at most this number of
 * posts.
 */
const MAX_SHOWN = 1_000

const SECOND_MS = 1_000

/** The author id of a post that is not read yet. */
const UNREAD = 0n

/**
 * Seconds between messages with the position of the log. A page that reconnects sends the last of these positions.
 * The page therefore misses few events, even if no post matched for a long time.
 */
const POSITION_SECONDS = 10

export interface Match {
  readonly post: StreamedPost
  /** The rules that match; at least one. */
  readonly rules: readonly Rule[]
}

export class LiveMatches implements MatchObserver {
  readonly #reader: EventReader
  readonly #ruleId: string | undefined
  /**
   * Author ids by post id, for the newest posts that the page shows. The author is {@link UNREAD} while the post is
   * being read.
   */
  readonly #shown = new Map<bigint, bigint>()
  /**
   * Authors who were removed with all of their posts between {@link expectShown} and {@link resumeShown}. In
   * this time, the authors of the shown posts are not known yet.
   */
  readonly #removedAuthors = new Set<bigint>()
  #sent = 0
  #skipped = 0
  /** Seconds since {@link start}; undefined before. */
  #seconds: number | undefined
  #sentPosition = 0n

  /** @param ruleId the only rule whose matches are sent; when undefined, those of all rules */
  constructor(reader: EventReader, ruleId: string | undefined) {
    this.#reader = reader
    this.#ruleId = ruleId
  }

  /**
   * Starts the timer for the limit per second and for messages with the position.
   * @param position a function that returns the present position of the log
   * @returns a function that stops the timer
   */
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

  /** False for a post that the page shows already, and for rules that the page did not request. */
  wants({ view }: StreamedPost, rules: readonly Rule[]): boolean {
    return !this.#shown.has(view.post.id) && this.#named(rules).length > 0
  }

  /**
   * Sends matches of the past to a page that reconnects.
   * @param leftOut the number of older matches that are not sent
   */
  resume(found: readonly Match[], leftOut: number): void {
    for (const match of found) this.#send('missed', match)
    if (leftOut > 0) this.#reader.skip(leftOut)
  }

  /** Registers the posts that the page shows, before they are read. Deletions during the read are then sent too. */
  expectShown(ids: readonly bigint[]): void {
    for (const id of ids) this.#remember(id, UNREAD)
  }

  /**
   * Takes the result of the read of the posts that {@link expectShown} registered.
   * @param authorOf a function that returns the author of a post; undefined for a post that may no longer be
   * shown
   */
  resumeShown(ids: readonly bigint[], authorOf: (id: bigint) => bigint | undefined): void {
    for (const id of ids) {
      // The post was removed during the read.
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
    // A page gets a deletion only if it shows the deleted post.
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
    // Until {@link start} is called, older matches are still being sent, and messages have no position: a
    // page that disconnects must not resume after this post, because it may lack older matches.
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
