/** A line of a stream of the second generation: the post, and what was asked to come with it. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { pictureOf } from '../../domain/accounts/profile.ts'
import {
  type PostView,
  referencedViews,
  type StreamedView,
  worded,
} from '../../domain/posts/read/post-view.ts'
import { type FieldSet, has } from '../../formats/v2/field-set.ts'
import { EXPANSION, POST, type Selection, USER } from '../../formats/v2/fields.ts'
import { mediaObject } from '../../formats/v2/media.ts'
import { placeObject } from '../../formats/v2/place.ts'
import { pollObject } from '../../formats/v2/poll.ts'
import { postObject, withheldOf } from '../../formats/v2/post.ts'
import { shownContent } from '../../formats/v2/shown-post.ts'
import { userObject } from '../../formats/v2/user.ts'
import type { Rendering } from '../../streams/posts/streamed-post.ts'

export interface V2MessageOptions {
  /**
   * What only authors are shown is left out without a word: an `errors` member in a line would be taken for the end of
   * the stream.
   */
  readonly selection: Selection
  /** Scheme and host as the client sees this server. */
  readonly origin: string
  /** URL of the picture of users who have none. */
  readonly defaultPicture: string | undefined
  /** Milliseconds since the Unix epoch: a poll closes by itself. */
  now(): number
}

/** How a connection of the second generation wants its posts. */
export function v2Rendering(options: V2MessageOptions): Rendering {
  const { selection, origin } = options
  const { expansions } = selection
  const ofReferenced = EXPANSION['referenced_tweets.id'] | EXPANSION['referenced_tweets.id.author_id']
  return {
    key: `2 ${Object.values(selection).join(' ')} ${origin}`,
    needs: {
      repliedTo: has(expansions, ofReferenced),
      named: has(expansions, EXPANSION['entities.mentions.username'] | EXPANSION.in_reply_to_user_id),
    },
    open(view) {
      const includes = expansions === 0 ? {} : includesOf(view, options)
      const isEmpty = Object.keys(includes).length === 0
      const text = JSON.stringify({ data: dataOf(view, selection.post), ...(isEmpty ? {} : { includes }) })
      return text.slice(0, -1)
    },
  }
}

function dataOf({ post, author, original }: PostView, fields: FieldSet): Record<string, unknown> {
  const object = original === undefined ? postObject(post, fields) : postObject(post, fields, original)
  const codes = author.withheldInCountries
  if (codes.length === 0 || !has(fields, POST.withheld)) return object
  return { ...object, withheld: withheldOf(post, shownContent(post, original), codes) }
}

function includesOf(view: StreamedView, { selection, origin, defaultPicture, now }: V2MessageOptions) {
  const { expansions } = selection
  const wants = (expansion: keyof typeof EXPANSION) => has(expansions, EXPANSION[expansion])
  const { media = [], poll } = worded(view).post.content
  const place = view.post.geo?.place
  const lists = {
    tweets: wants('referenced_tweets.id')
      ? referencedViews(view).map((each) => dataOf(each, selection.post))
      : [],
    users: usersOf(view, wants).map((user) => userOf(user, selection.user, defaultPicture)),
    places: wants('geo.place_id') && place !== undefined ? [placeObject(place, selection.place)] : [],
    media: wants('attachments.media_keys')
      ? media.map((each) => mediaObject(each, selection.media, origin))
      : [],
    polls:
      wants('attachments.poll_ids') && poll !== undefined ? [pollObject(poll, selection.poll, now())] : [],
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

function userOf(user: FullUser, fields: FieldSet, defaultPicture: string | undefined) {
  const object = userObject(user, fields)
  const lacksPicture = has(fields, USER.profile_image_url) && pictureOf(user.profile) === undefined
  return lacksPicture && defaultPicture !== undefined
    ? { ...object, profile_image_url: defaultPicture }
    : object
}

/** Each user once, the author first. */
function usersOf(
  view: StreamedView,
  wants: (expansion: keyof typeof EXPANSION) => boolean,
): readonly FullUser[] {
  const { post, author, named } = view
  const users = new Map<bigint, FullUser>()
  const add = (user: FullUser | undefined) => {
    if (user !== undefined) users.set(user.id, users.get(user.id) ?? user)
  }
  if (wants('author_id')) add(author)
  if (wants('in_reply_to_user_id')) add(named.get(post.inReplyToUserId ?? -1n))
  if (wants('entities.mentions.username')) {
    for (const { id_str } of worded(view).post.content.user_mentions ?? []) add(named.get(BigInt(id_str)))
  }
  if (wants('referenced_tweets.id.author_id')) for (const each of referencedViews(view)) add(each.author)
  return [...users.values()]
}
