/**
 * Makes posts in the form of `twarc2 flatten`: one object of API v2 for each post, which contains the included objects
 * (spec/exports.md#formats). The objects contain only fields of the API.
 */
import type { Store } from '../db/store.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import type { Place } from '../domain/posts/content.ts'
import type { WholePost } from '../domain/posts/read/every-post.ts'
import { PLACE, USER } from '../formats/v2/fields.ts'
import { placeObject } from '../formats/v2/place.ts'
import { PLACE_FIELDS } from '../formats/v2/place-fields.ts'
import { userObject } from '../formats/v2/user.ts'
import { USER_FIELDS } from '../formats/v2/user-fields.ts'
import { type ResponseObjects, type V2Response, v2Posts } from './v2-post.ts'
import { apiDataOf } from './v2-post-data.ts'

type Members = Record<string, unknown>

/** The user fields for which twarc-csv has columns. */
const FLAT_USER = USER_FIELDS.all & ~USER.profile_banner_url
const FLAT_PLACE = PLACE_FIELDS.all & ~PLACE.contained_within

/**
 * The user object without fields that twarc-csv refuses. It has the description even if the description is empty, like
 * the `includes` of an export.
 */
export function flatUser(user: FullUser): Members {
  return { ...userObject(user, FLAT_USER), description: user.profile.description }
}

/** The place object without fields that twarc-csv refuses. */
export function flatPlace(place: Place): Members {
  return placeObject(place, FLAT_PLACE)
}

/** The objects of at most a few hundred posts. @param hasNotes true to add `note_tweet` to long posts */
export async function flatPosts(
  store: Store,
  posts: readonly WholePost[],
  hasNotes: boolean,
): Promise<readonly Members[]> {
  const objects: ResponseObjects = {
    post: (whole) => apiDataOf(whole, hasNotes),
    user: flatUser,
    place: flatPlace,
  }
  return (await v2Posts(store, posts, objects)).map(flattened)
}

/**
 * Repeats the steps of twarc2's function `flatten`, because the result depends on the order in which it expands
 * included posts.
 */
function flattened({ data, includes }: V2Response): Members {
  const { tweets = [], users = [], places = [], media = [], polls = [] } = includes
  const inner: Included = {
    users: new Map([...keyed(users, 'id'), ...keyed(users, 'username')]),
    media: keyed(media, 'media_key'),
    polls: keyed(polls, 'id'),
    places: keyed(places, 'id'),
    tweets: keyed(tweets, 'id'),
  }
  for (const tweet of tweets) expand(tweet, inner)
  expand(data, inner)
  return data
}

type Included = Readonly<
  Record<'users' | 'media' | 'polls' | 'places' | 'tweets', ReadonlyMap<unknown, Members>>
>

function keyed(objects: readonly Members[], key: string): Map<unknown, Members> {
  return new Map(objects.map((object) => [object[key], object]))
}

function expand(value: unknown, inner: Included): void {
  if (Array.isArray(value)) for (const item of value) expand(item, inner)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const members = value as Members
  for (const item of Object.values(members)) expand(item, inner)
  for (const [name, insert] of Object.entries(INSERTIONS)) if (name in members) insert(members, inner)
}

type Insertion = (members: Members, inner: Included) => void

/** The objects that twarc2 inserts, by the name of the field, in the order of twarc2. A missing object is `{}`. */
const INSERTIONS: Readonly<Record<string, Insertion>> = {
  author_id(members, { users }) {
    members['author'] = users.get(members['author_id']) ?? {}
  },
  in_reply_to_user_id(members, { users }) {
    members['in_reply_to_user'] = users.get(members['in_reply_to_user_id']) ?? {}
  },
  media_keys(members, { media }) {
    members['media'] = listOf(members['media_keys']).map((key) => media.get(key) ?? {})
  },
  poll_ids(members, { polls }) {
    const id = listOf(members['poll_ids']).at(-1)
    if (id !== undefined) members['poll'] = polls.get(id) ?? {}
  },
  geo(members, { places }) {
    const geo = members['geo'] as Members
    if ('place_id' in geo) members['geo'] = { ...geo, ...places.get(geo['place_id']) }
  },
  mentions(members, { users }) {
    members['mentions'] = listOf(members['mentions']).map((mention) => ({
      ...(mention as Members),
      ...users.get((mention as Members)['username']),
    }))
  },
  referenced_tweets(members, { tweets }) {
    members['referenced_tweets'] = listOf(members['referenced_tweets']).map((reference) => ({
      ...(reference as Members),
      ...tweets.get((reference as Members)['id']),
    }))
  },
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
