/** Makes the hub of post streams with a log and posts in memory, so that only streaming is measured. */

import { streamFormat } from '../../src/api/_post-stream/format.ts'
import { labs1Rendering } from '../../src/api/labs/1/_stream-message.ts'
import { NO_PROFILE } from '../../src/domain/accounts/profile.ts'
import { LIMITS_OF_LEVEL } from '../../src/domain/apps/levels.ts'
import { NO_COUNTS, type Post } from '../../src/domain/posts/post.ts'
import { DEFAULT_DAY } from '../../src/formats/fields/day.ts'
import { systemClock, systemRandom } from '../../src/lib/time/clock.ts'
import { type LoggedEvent, NO_REFERENCES } from '../../src/log/event.ts'
import { MAX_POSTS_PER_SECOND, PostHub, type PostHubOptions } from '../../src/streams/posts/hub.ts'
import type { StreamRequest } from '../../src/streams/posts/streams.ts'
import { CachedEntity } from '../../src/views/cached-entity.ts'
import { CachedPost } from '../../src/views/post-cache.ts'
import type { CachedUser } from '../../src/views/user-cache.ts'
import { NewestLog } from '../lib/newest-log.ts'

/** Rule of every app. Every post matches it. */
export const RULE = 'from:author'

const AUTHOR_ID = 12n

const AUTHOR = {
  id: AUTHOR_ID,
  screenName: 'author',
  name: 'An author',
  createdAt: 1_597_000_000_000,
  isProtected: false,
  suspendedAt: null,
  deactivatedAt: null,
  withheldInCountries: [],
  followersCount: 1_234,
  friendsCount: 56,
  statusesCount: 7_890,
  favouritesCount: 12,
  membershipsCount: 0,
  profile: NO_PROFILE,
}

/** A database in which every app has the rule, and nothing else exists. */
const STORE = {
  rows: async (_query: unknown, { appId, product }: { appId?: bigint; product?: string }) =>
    appId === undefined || product === undefined
      ? []
      : [{ id: appId + 1_000_000n, app_id: appId, product, value: RULE, tag: 'all', created_at: 0 }],
  first: async (_query: unknown, { id, appId }: { id?: bigint; appId?: bigint }) => ({
    id: id ?? appId ?? 1n,
    owner_id: 1n,
    name: 'Bench',
    permissions: 'read',
    callback_urls: '[]',
    created_at: 0,
    posts: 0,
  }),
  write: async () => undefined,
} as unknown as PostHubOptions['store']

export interface Stage {
  readonly hub: PostHub
  /** Creates posts without publishing them. */
  make(count: number): void
  /** Publishes `count` of the created posts. */
  publish(count: number): void
}

/** @param maxPerSecond posts per second and app; Infinity for no limit */
export function openStage(maxPerSecond: number): Stage {
  const scale = maxPerSecond / MAX_POSTS_PER_SECOND
  const log = new NewestLog()
  const posts = new Map<bigint, CachedPost>()
  const author: CachedUser = new CachedEntity(AUTHOR)
  const graph = {
    store: STORE,
    posts: { get: async (ids: readonly bigint[]) => ids.map((id) => taken(posts, id)) },
    users: {
      get: async (ids: readonly bigint[]) => ids.map((id) => (id === AUTHOR_ID ? author : undefined)),
    },
  } as unknown as PostHubOptions['graph']
  const hub = new PostHub({
    store: STORE,
    log,
    graph,
    clock: systemClock,
    random: systemRandom,
    observer: { opened: () => undefined, closed: () => undefined, written: () => undefined },
    logger: { error: (facts: unknown) => process.stderr.write(`${String(facts)}\n`) },
    scale,
  })
  let made = 0n
  const events: LoggedEvent[] = []
  const make = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      made += 1n
      const post = newPost(made)
      posts.set(post.id, new CachedPost(post))
      events.push(createdEvent(post, made))
    }
  }
  return { hub, make, publish: (count) => log.append(events.splice(0, count)) }
}

/** Takes a post out of the map, because each post is requested once. */
function taken(posts: Map<bigint, CachedPost>, id: bigint): CachedPost | undefined {
  const post = posts.get(id)
  posts.delete(id)
  return post
}

/** All connections share one format, as in an endpoint. */
const FORMAT = streamFormat('https://api.twitter.com/labs/1/problems/')

export function requestOf(appId: bigint): StreamRequest {
  return {
    product: 'labs-1',
    kind: 'filter',
    appId,
    limits: LIMITS_OF_LEVEL.standard,
    format: FORMAT,
    rendering: labs1Rendering({
      formats: { tweet: 'default', user: 'default', place: 'default' },
      expansions: ['author_id'],
      origin: 'http://localhost',
      defaultPicture: undefined,
      day: DEFAULT_DAY,
    }),
    start: { after: undefined, sendsGaps: false, sendsPositions: false },
    isGzip: false,
    isRetired: () => false,
  }
}

const TEXT =
  'The quick brown fox jumps over the lazy dog, and everybody who follows the fox hears of it at once, wherever they are'

function newPost(position: bigint): Post {
  const id = 1_290_000_000_000_000_000n + position
  return {
    id,
    authorId: AUTHOR_ID,
    createdAt: systemClock.now(),
    initialId: id,
    latestId: id,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: id,
    content: { text: `${TEXT} ${position}`, hashtags: [{ text: 'quick', indices: [4, 9] }] },
    geo: undefined,
    counts: NO_COUNTS,
    droppedAt: null,
    hiddenAt: null,
    withheldInCountries: [],
  }
}

function createdEvent({ id, createdAt }: Post, position: bigint): LoggedEvent {
  return {
    kind: 'post.created',
    user_id: AUTHOR_ID,
    post_id: id,
    ...NO_REFERENCES,
    position,
    at: createdAt,
    partition: 1,
  }
}
