/**
 * Makes posts in the form of v2 responses: one `{data, includes}` for each post, like the response to a lookup with all
 * fields and expansions. `import posts` and twarc read this format (docs/decisions/0017-imported-posts.md).
 */

import { readIntact } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import type { Place } from '../domain/posts/content.ts'
import type { WholePost } from '../domain/posts/read/every-post.ts'
import { shownContent } from '../formats/v2/shown-post.ts'
import { v2Media, v2Place, v2Poll, v2User } from './v2-included.ts'
import { dataOf, originalOf } from './v2-post-data.ts'

/** Makes the objects of responses. */
export interface ResponseObjects {
  readonly post: (whole: WholePost) => Members
  readonly user: (user: FullUser) => Members
  readonly place: (place: Place) => Members
}

const ALL_FIELDS: ResponseObjects = { post: dataOf, user: v2User, place: v2Place }

export interface V2Response {
  readonly data: Members
  readonly includes: Includes
}

/** Included objects without repetitions. */
export type Includes = Partial<Record<'tweets' | 'users' | 'places' | 'media' | 'polls', Members[]>>

type Members = Record<string, unknown>

/**
 * The responses of at most a few hundred posts. The users of all these responses are read together.
 * @param objects makes the objects; by default with all fields, including the fields that imports stored
 */
export async function v2Posts(
  store: Store,
  posts: readonly WholePost[],
  objects = ALL_FIELDS,
): Promise<readonly V2Response[]> {
  const named = new Set<bigint>()
  for (const whole of posts) for (const each of tweetsOf(whole)) for (const id of namedIn(each)) named.add(id)
  const people = await peopleOf(store, [...named])
  return posts.map((whole) => v2Post(whole, people, objects))
}

/** Number of users that one statement reads. */
const PEOPLE = 500

/** The users who are readable and not deactivated. A response is also valid if its `includes` lack a user. */
async function peopleOf(store: Store, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, FullUser>> {
  const people = new Map<bigint, FullUser>()
  for (let from = 0; from < ids.length; from += PEOPLE) {
    const piece = ids.slice(from, from + PEOPLE)
    const { found } = await readIntact(piece, (some) => findFullUsers(store, some), true)
    for (const [id, user] of found) if (user.deactivatedAt === null) people.set(id, user)
  }
  return people
}

/** The post, its original if it is a repost, and each post that one of these quotes. */
function tweetsOf(whole: WholePost): readonly WholePost[] {
  const { original, quoted } = whole
  return [
    whole,
    ...(original === undefined ? [] : tweetsOf(original)),
    ...(quoted === undefined ? [] : [quoted]),
  ]
}

/** Ids of the users whom a post answers or mentions. */
function namedIn(whole: WholePost): readonly bigint[] {
  const { inReplyToUserId } = whole.post
  const mentioned = shownContent(whole.post, originalOf(whole)).user_mentions ?? []
  return [
    ...(inReplyToUserId === null ? [] : [inReplyToUserId]),
    ...mentioned.map(({ id_str }) => BigInt(id_str)),
  ]
}

function v2Post(
  whole: WholePost,
  people: ReadonlyMap<bigint, FullUser>,
  objects: ResponseObjects,
): V2Response {
  const [, ...referenced] = tweetsOf(whole)
  return { data: objects.post(whole), includes: includesOf(whole, referenced, people, objects) }
}

/** Included objects without repetitions, in the order of a response and without empty lists. */
function includesOf(
  whole: WholePost,
  referenced: readonly WholePost[],
  people: ReadonlyMap<bigint, FullUser>,
  objects: ResponseObjects,
): Includes {
  const tweets = new Map<unknown, Members>()
  const users = new Map<unknown, Members>()
  const places = new Map<unknown, Members>()
  const media = new Map<unknown, Members>()
  const polls = new Map<unknown, Members>()
  for (const { post } of referenced) tweets.set(post.id, {})
  for (const each of [whole, ...referenced]) {
    const { post, author } = each
    if (tweets.has(post.id)) tweets.set(post.id, objects.post(each))
    users.set(author.id, objects.user(author))
    for (const id of namedIn(each)) {
      const user = people.get(id)
      if (user !== undefined && !users.has(id)) users.set(id, objects.user(user))
    }
    const content = shownContent(post, originalOf(each))
    const { place } = post.geo ?? {}
    if (place !== undefined) places.set(place.id, objects.place(place))
    for (const medium of content.media ?? []) media.set(medium.id_str, v2Media(medium))
    if (content.poll !== undefined) polls.set(content.poll.id, v2Poll(content.poll))
  }
  const lists = { tweets, users, places, media, polls }
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, things]) =>
      things.size === 0 ? [] : [[name, [...things.values()]]],
    ),
  )
}
