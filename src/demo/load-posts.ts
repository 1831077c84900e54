/**
 * Adds posts of the last seven days to the demo network. It uses the ordinary commands with a clock in the past. Each
 * start adds the posts that are missing and keeps the existing ones.
 */
import type { Context } from '../domain/context.ts'
import { Refusal } from '../domain/context.ts'
import { findPosts } from '../domain/posts/read/find-posts.ts'
import { countSeen } from '../domain/posts/write/count-seen.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { like } from '../domain/posts/write/like.ts'
import { repost } from '../domain/posts/write/repost.ts'
import type { Clock } from '../lib/time/clock.ts'
import { people } from './people.ts'
import { type Cast, type PlannedRemark, planWatch, WATCH_MS, type Watch, watchAt } from './plan-posts.ts'
import { uniformOf } from './random.ts'

/** Age of the oldest posts in days. */
const DAYS = 7
const DAY_MS = 86_400_000

/** Number of the random stream of the users, as in network.ts. */
const PEOPLE = 1

/** Number of users who post and react. They are the most popular users. */
const CAST = 1_500
const POPULAR = 40

/** Number of ids in a lookup. */
const LOOKED_UP = 100

export const DEMO_SOURCE = { name: 'Aviary demo', url: 'https://example.org/aviary' } as const

/** The users who post and react in the network of a seed. */
export function castOf(seed: number, users: number, visitor: string): Cast {
  const members: { id: bigint; screenName: string }[] = []
  for (const person of people(uniformOf(seed, PEOPLE), users)) {
    if (person.isProtected === true || person.isSuspended === true) continue
    members.push({ id: person.id, screenName: person.screenName })
    if (members.length === CAST) break
  }
  const popular = members.slice(0, POPULAR).map(({ screenName }) => screenName)
  return { members, spoken: { popular, visitor } }
}

/** Number of plans that {@link loadPosts} executes. A plan contains the actions of six hours. */
export const WATCHES = (DAYS * DAY_MS) / WATCH_MS

export interface LoadPostsOptions {
  /** Number of plans to execute, counted back from now; by default the plans of seven days. */
  readonly watches?: number
  /** Called with the number of finished plans. */
  readonly onWatches?: (watches: number) => void
}

/**
 * Executes the missing actions of the plans of the last days.
 * @returns the number of new posts
 */
export async function loadPosts(
  context: Context,
  seed: number,
  cast: Cast,
  { watches = WATCHES, onWatches }: LoadPostsOptions = {},
): Promise<number> {
  const last = watchAt(context.clock.now())
  let made = 0
  for (let index = 0; index < watches; index += 1) {
    made += await doWatch(context, planWatch(seed, last - watches + index, cast))
    onWatches?.(index + 1)
  }
  return made
}

async function doWatch(context: Context, watch: Watch): Promise<number> {
  const planned = [...watch.remarks, ...watch.reactions]
  const isKnown = await known(
    context,
    [...planned, ...watch.reposts, ...watch.edits].map(({ id }) => id),
  )
  const isMissing = ({ id }: PlannedRemark) => !isKnown.has(id)
  const remarks = await all(watch.remarks.filter(isMissing), (remark) => write(context, remark))
  const reactions = await all(watch.reactions.filter(isMissing), (remark) => write(context, remark))
  await all(
    watch.reposts.filter(({ id }) => !isKnown.has(id)),
    ({ at, id, user, postId }) => {
      return repost(then(context, at, id), { userId: user.id, postId, source: DEMO_SOURCE, isLimited: false })
    },
  )
  await all(watch.likes, ({ at, user, postId }) => like(then(context, at), { userId: user.id, postId }))
  const edits = watch.edits.filter(({ id }) => !isKnown.has(id))
  await all(edits, ({ at, id, postId, text }) => editPost(then(context, at, id), { postId, text }))
  if (remarks > 0) await countSeen(context, watch.looks)
  return remarks + reactions
}

function write(context: Context, { at, id, author, text, inReplyToId, quoteId }: PlannedRemark) {
  const input = { authorId: author.id, text, inReplyToId, quoteId, source: DEMO_SOURCE, isLimited: false }
  return createPost(then(context, at, id), input)
}

/**
 * A context with another time. @param id id for the created object; without this parameter, ids contain the current
 * time
 */
function then(context: Context, at: number, id?: bigint): Context {
  return {
    ...context,
    clock: setTo(context.clock, at),
    ids: id === undefined ? context.ids : { next: () => id, make: () => id },
  }
}

/** A clock whose time stands still and whose timers run. */
function setTo(clock: Clock, at: number): Clock {
  return {
    now: () => at,
    monotonic: () => clock.monotonic(),
    after: (milliseconds, callback) => clock.after(milliseconds, callback),
    every: (milliseconds, callback) => clock.every(milliseconds, callback),
  }
}

async function known({ store }: Context, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const found = new Set<bigint>()
  for (let from = 0; from < ids.length; from += LOOKED_UP) {
    for (const id of (await findPosts(store, ids.slice(from, from + LOOKED_UP))).keys()) found.add(id)
  }
  return found
}

/**
 * Executes actions concurrently, so that they share commits. Impossible actions, such as a second like of the same
 * post, are skipped.
 * @returns the number of executed actions
 */
async function all<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<number> {
  let done = 0
  await Promise.all(
    items.map(async (item) => {
      try {
        await act(item)
        done += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }),
  )
  return done
}
