/**
 * Plans the posts of the demo network for periods of six hours. A plan depends only on the seed, the period
 * and the cast, so that a later start adds only missing posts.
 */
import { must } from '../lib/assert.ts'
import { firstSnowflakeAt } from '../lib/ids/snowflake.ts'
import { answer, comment, remark, type Spoken } from './chatter.ts'
import { below, pick, type Uniform, uniformOf } from './random.ts'

/** Length of a plan in milliseconds. */
export const WATCH_MS = 6 * 3_600_000

/** Numbers of actions of each kind in a plan. */
const REMARKS = 84
const REPLIES = 36
const QUOTES = 15
const REPOSTS = 48
const LIKES = 220
const EDITS = 2

/** Maximum milliseconds between a post and its edit. */
const EDITED_WITHIN_MS = 20 * 60_000

/** Numbers of the random streams, which are independent sequences from the same seed. */
const REMARKS_STREAM = 1_000
const REACTIONS_STREAM = 1_001

/** First sequence number of planned ids. The number is so large that a server rarely uses it for its own ids. */
const SEQUENCE = 4_000
const SEQUENCES = 96

export interface CastMember {
  readonly id: bigint
  readonly screenName: string
}

/** The users who post and react, most popular first. */
export interface Cast {
  readonly members: readonly CastMember[]
  readonly spoken: Spoken
}

/** An action and its time in milliseconds since the Unix epoch. */
interface Timed {
  readonly at: number
}

export interface PlannedRemark extends Timed {
  readonly id: bigint
  readonly author: CastMember
  readonly text: string
  readonly inReplyToId?: bigint
  readonly quoteId?: bigint
}

export interface PlannedDeed extends Timed {
  readonly user: CastMember
  readonly postId: bigint
}

export interface PlannedRepost extends PlannedDeed {
  readonly id: bigint
}

export interface PlannedEdit extends Timed {
  readonly id: bigint
  readonly postId: bigint
  readonly text: string
}

/** Impressions that are added to a post. */
export interface PlannedLook {
  readonly postId: bigint
  readonly impressions: number
  readonly urlLinkClicks: number
  readonly userProfileClicks: number
}

/** The actions of a plan, by kind. The kinds are in the order in which they are executed. */
export interface Watch {
  readonly remarks: readonly PlannedRemark[]
  readonly reactions: readonly PlannedRemark[]
  readonly reposts: readonly PlannedRepost[]
  readonly likes: readonly PlannedDeed[]
  readonly edits: readonly PlannedEdit[]
  readonly looks: readonly PlannedLook[]
}

/** The number of the period that contains a time. @param at milliseconds since the Unix epoch */
export function watchAt(at: number): number {
  return Math.floor(at / WATCH_MS)
}

/** The plan of a period. */
export function planWatch(seed: number, watch: number, cast: Cast): Watch {
  const remarks = remarksOf(seed, watch, cast)
  const uniform = uniformOf(seed + watch, REACTIONS_STREAM)
  const known = [...remarksOf(seed, watch - 1, cast), ...remarks]
  const ids = new IdMaker()
  const reactions = [
    ...times(REPLIES, () => replyTo(uniform, cast, liked(uniform, known), watch, ids)),
    ...times(QUOTES, () => quoteOf(uniform, cast, liked(uniform, known), watch, ids)),
  ]
  const all = [...known, ...reactions]
  return {
    remarks,
    reactions,
    reposts: times(REPOSTS, () => {
      const at = later(uniform, liked(uniform, known), watch)
      return { ...at, id: ids.at(at.at, below(uniform, SEQUENCES)), user: anybody(uniform, cast) }
    }),
    likes: times(LIKES, () => ({
      ...later(uniform, liked(uniform, all), watch),
      user: anybody(uniform, cast),
    })),
    edits: times(EDITS, () => editOf(uniform, pick(uniform, remarks), ids)),
    looks: remarks.map(({ id, text }) => lookAt(uniform, id, text)),
  }
}

/** Posts that are neither replies nor quotes. */
function remarksOf(seed: number, watch: number, cast: Cast): readonly PlannedRemark[] {
  const uniform = uniformOf(seed + watch, REMARKS_STREAM)
  const start = watch * WATCH_MS
  const ids = new IdMaker()
  return times(REMARKS, (index) => {
    const at = start + Math.floor(((index + uniform()) * WATCH_MS) / REMARKS)
    const author = anybody(uniform, cast)
    return { at, author, id: ids.at(at, below(uniform, SEQUENCES)), text: remark(uniform, cast.spoken) }
  })
}

function replyTo(
  uniform: Uniform,
  cast: Cast,
  to: PlannedRemark,
  watch: number,
  ids: IdMaker,
): PlannedRemark {
  const { at } = later(uniform, to, watch)
  const author = uniform() < 0.1 ? to.author : anybody(uniform, cast)
  const text = answer(uniform, to.author.screenName)
  return { at, author, id: ids.at(at, below(uniform, SEQUENCES)), text, inReplyToId: to.id }
}

function quoteOf(
  uniform: Uniform,
  cast: Cast,
  of: PlannedRemark,
  watch: number,
  ids: IdMaker,
): PlannedRemark {
  const { at } = later(uniform, of, watch)
  const id = ids.at(at, below(uniform, SEQUENCES))
  return { at, author: anybody(uniform, cast), id, text: comment(uniform), quoteId: of.id }
}

function editOf(uniform: Uniform, { id: postId, at, text }: PlannedRemark, ids: IdMaker): PlannedEdit {
  const then = at + 60_000 + below(uniform, EDITED_WITHIN_MS)
  return { at: then, id: ids.at(then, below(uniform, SEQUENCES)), postId, text: `${text} (edited)` }
}

/** A time after a post and within the period. Earlier times have a higher probability. */
function later(uniform: Uniform, { id, at }: PlannedRemark, watch: number): { at: number; postId: bigint } {
  const from = Math.max(at + 1_000, watch * WATCH_MS)
  return {
    at: Math.min(from + Math.floor(uniform() ** 3 * WATCH_MS), (watch + 1) * WATCH_MS - 1),
    postId: id,
  }
}

/** A random post. A few posts get most reactions. */
function liked(uniform: Uniform, remarks: readonly PlannedRemark[]): PlannedRemark {
  return must(remarks[Math.floor(uniform() ** 2 * remarks.length)], 'a post')
}

/** A random author. Popular users write more. */
function anybody(uniform: Uniform, { members }: Cast): CastMember {
  return must(members[Math.floor(uniform() ** 2 * members.length)], 'a member')
}

function lookAt(uniform: Uniform, postId: bigint, text: string): PlannedLook {
  const impressions = 20 + Math.floor(5_000 * uniform() ** 6)
  const clicks = text.includes('https://') ? below(uniform, Math.ceil(impressions / 12)) : 0
  return {
    postId,
    impressions,
    urlLinkClicks: clicks,
    userProfileClicks: below(uniform, 1 + impressions / 25),
  }
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Makes different ids with given times. */
class IdMaker {
  readonly #given = new Set<bigint>()

  at(at: number, sequence: number): bigint {
    let id = firstSnowflakeAt(at) + BigInt(SEQUENCE + sequence)
    while (this.#given.has(id)) id += 1n
    this.#given.add(id)
    return id
  }
}
