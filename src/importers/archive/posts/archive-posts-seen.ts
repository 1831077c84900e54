/** Collects facts about all posts of an archive, in every run of the import (spec/archives.md#archive-edits). */
import { MAX_CHAIN_LENGTH } from '../../../domain/posts/import/link-versions.ts'
import type { Fields } from '../../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import { elementOf, idsOf, postOf, versionsOf } from '../archive-screen.ts'

/**
 * Matches a date with the time 00:00:00. Archives of 2013 to 2019 have only the day of posts from before November 2010.
 */
const MIDNIGHT = /\b00:00:00\b/

export class PostsSeen {
  /** Ids in `tweet-headers.js` for which no post was found so far. */
  readonly #headers: Set<bigint>
  /** Ids of all versions of each edited post, by the id of the first version. */
  readonly #chains = new Map<bigint, Set<bigint>>()
  /** Number of posts with a date but no time. */
  ofDay = 0
  /** Number of reposts that were imported as ordinary posts with a truncated text. */
  plainReposts = 0

  constructor(headers: ReadonlySet<bigint>) {
    this.#headers = new Set(headers)
  }

  /** Number of posts for which the archive has only a header. */
  get withoutText(): number {
    return this.#headers.size
  }

  /** The ids of the versions of each edited post. */
  get chains(): readonly (readonly bigint[])[] {
    return [...this.#chains.values()].map((ids) => [...ids].slice(0, MAX_CHAIN_LENGTH))
  }

  /** Records a post that is imported. @param post a v1.1 object */
  see(post: Fields): void {
    const [id] = idsOf(post)
    if (id === undefined) return
    this.#headers.delete(id)
    if (isOfDay(post, id)) this.ofDay += 1
    const versions = new Set([id, ...versionsOf(post)])
    if (versions.size < 2) return
    const first = [...versions].reduce((one, other) => (one < other ? one : other))
    const chain = this.#chains.get(first) ?? new Set()
    for (const version of versions) chain.add(version)
    this.#chains.set(first, chain)
  }

  /** Records an element that is held back. */
  seeHeld(text: string): void {
    if (this.#headers.size === 0) return
    const element = elementOf(text)
    const post = element && postOf(element)
    for (const id of post === undefined ? [] : idsOf(post)) this.#headers.delete(id)
  }
}

/** True for a post for which the archive has only the day. */
export function isOfDay(post: Fields, id: bigint): boolean {
  const date = post['created_at']
  return id < FIRST_SNOWFLAKE && typeof date === 'string' && MIDNIGHT.test(date)
}
