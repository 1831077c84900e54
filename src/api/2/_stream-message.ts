/** A line of a stream of API v2: the post with the requested expansions. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { PostMedia } from '../../domain/posts/content.ts'
import {
  type PostView,
  referencedViews,
  type StreamedView,
  worded,
} from '../../domain/posts/read/post-view.ts'
import type { Day } from '../../formats/fields/day.ts'
import { type FieldSet, has } from '../../formats/v2/field-set.ts'
import { EXPANSION, type Selection } from '../../formats/v2/fields.ts'
import { mediaObject } from '../../formats/v2/media.ts'
import { placeObject } from '../../formats/v2/place.ts'
import { pollObject } from '../../formats/v2/poll.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { shownPost } from '../../formats/v2/shown-post.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { Rendering } from '../../streams/posts/streamed-post.ts'

export interface V2MessageOptions {
  /**
   * The requested fields. Fields that only the author may see are omitted without an error, because clients treat a
   * member `errors` in a line as the end of the stream.
   */
  readonly selection: Selection
  /** Scheme and host as the client sees this server. */
  readonly origin: string
  /** URL of the default profile picture. */
  readonly defaultPicture: string | undefined
  /** The day of the API, which determines the fields. When undefined, all fields are sent. */
  readonly day?: Day | undefined
  /**
   * The current time in milliseconds since the Unix epoch. The fields of a poll depend on it, because a poll
   * closes.
   */
  now(): number
}

/** The rendering of posts in a stream of API v2. */
export function v2Rendering(options: V2MessageOptions): Rendering {
  const { selection, origin, day } = options
  const { expansions } = selection
  const ofReferenced =
    EXPANSION['referenced_tweets.id'] |
    EXPANSION['referenced_tweets.id.author_id'] |
    EXPANSION['referenced_tweets.id.attachments.media_keys']
  return {
    key: `2 ${Object.values(selection).join(' ')} ${origin} ${day ?? ''}`,
    needs: {
      repliedTo: has(expansions, ofReferenced),
      named: has(expansions, EXPANSION['entities.mentions.username'] | EXPANSION.in_reply_to_user_id),
    },
    open(view) {
      const includes = expansions === 0 ? {} : includesOf(view, options)
      const isEmpty = Object.keys(includes).length === 0
      const text = JSON.stringify({
        data: dataOf(view, selection.post, day),
        ...(isEmpty ? {} : { includes }),
      })
      return text.slice(0, -1)
    },
  }
}

function dataOf(
  { post, author, original }: PostView,
  fields: FieldSet,
  day: Day | undefined,
): Record<string, unknown> {
  const shown = shownPost(post, original)
  const authorCodes = author.withheldInCountries
  return POST_FIELDS.members(
    authorCodes.length === 0 ? { post: shown } : { post: shown, author: { ...shown, authorCodes } },
    fields,
    day,
  )
}

function includesOf(view: StreamedView, { selection, origin, defaultPicture, day, now }: V2MessageOptions) {
  const { expansions } = selection
  const wants = (expansion: keyof typeof EXPANSION) => has(expansions, EXPANSION[expansion])
  const { poll } = worded(view).post.content
  const place = view.post.geo?.place
  const wantsMediaOfReferenced = wants('referenced_tweets.id.attachments.media_keys')
  const media = [
    ...(wants('attachments.media_keys') ? mediaOf(view) : []),
    ...(wantsMediaOfReferenced ? referencedViews(view).flatMap(mediaOf) : []),
  ]
  const lists = {
    tweets:
      wants('referenced_tweets.id') || wantsMediaOfReferenced
        ? referencedViews(view).map((each) => dataOf(each, selection.post, day))
        : [],
    users: usersOf(view, wants).map((user) => {
      const surroundings = { user, defaultPicture, pinnedId: undefined }
      return USER_FIELDS.members({ user, surroundings }, selection.user, day)
    }),
    places: wants('geo.place_id') && place !== undefined ? [placeObject(place, selection.place, day)] : [],
    media: eachOnce(media).map((each) => mediaObject(each, selection.media, origin, day)),
    polls:
      wants('attachments.poll_ids') && poll !== undefined
        ? [pollObject(poll, selection.poll, now(), day)]
        : [],
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

function mediaOf(view: PostView): readonly PostMedia[] {
  return worded(view).post.content.media ?? []
}

function eachOnce(media: readonly PostMedia[]): readonly PostMedia[] {
  return [...new Map(media.map((each) => [each.id_str, each])).values()]
}

/** The users of the expansions, each once, with the author first. */
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
