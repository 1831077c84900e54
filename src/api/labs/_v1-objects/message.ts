/** A line of a Labs v1 stream: the post, and what was asked to come with it. */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { Rendering } from '../../_post-stream/streamed-post.ts'
import { referencedViews, type StreamedView, worded } from '../../_post-stream/view.ts'
import { mediaObject, placeObject, pollObject } from './attachments.ts'
import { type Formats, filled } from './format.ts'
import { postObject } from './post.ts'
import { userObject } from './user.ts'

/** Expansions of posts (spec/labs-lookup.md section 1). */
export const EXPANSIONS = [
  'attachments.poll_ids',
  'attachments.media_keys',
  'author_id',
  'entities.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'referenced_tweets.id',
  'referenced_tweets.id.author_id',
] as const
export type Expansion = (typeof EXPANSIONS)[number]

export interface MessageOptions {
  readonly formats: Formats
  readonly expansions: readonly Expansion[]
  /** Scheme and host as the client sees this server. */
  readonly origin: string
  /** URL of the picture of users who have none. */
  readonly defaultPicture: string | undefined
}

/** How a connection of Labs v1 wants its posts. */
export function labs1Rendering(options: MessageOptions): Rendering {
  const { formats, expansions, origin } = options
  const wanted = new Set(expansions)
  return {
    key: `labs-1 ${Object.values(formats).join(' ')} ${[...wanted].toSorted().join(' ')} ${origin}`,
    needs: {
      repliedTo: wanted.has('referenced_tweets.id') || wanted.has('referenced_tweets.id.author_id'),
      named: wanted.has('entities.mentions.username') || wanted.has('in_reply_to_user_id'),
    },
    open(view) {
      const data = postObject(view, formats.tweet)
      const includes = wanted.size === 0 ? {} : includesOf(view, wanted, options)
      const text = JSON.stringify({ data, ...filled({ includes }) })
      return text.slice(0, -1)
    },
  }
}

function includesOf(
  view: StreamedView,
  wanted: ReadonlySet<Expansion>,
  { formats, origin, defaultPicture }: MessageOptions,
): Record<string, unknown> {
  const { post } = view
  const { media = [], poll } = worded(view).post.content
  const place = post.geo?.place
  const users = usersOf(view, wanted)
  return filled({
    tweets: wanted.has('referenced_tweets.id')
      ? referencedViews(view).map((each) => postObject(each, formats.tweet))
      : [],
    users: users.map((user) => {
      const mostRecentId = user.id === post.authorId ? post.id : undefined
      return userObject(user, formats.user, { defaultPicture, mostRecentId })
    }),
    places: wanted.has('geo.place_id') && place !== undefined ? [placeObject(place, formats.place)] : [],
    media: wanted.has('attachments.media_keys')
      ? media.map((each) => mediaObject(each, formats.other, origin))
      : [],
    polls: wanted.has('attachments.poll_ids') && poll !== undefined ? [pollObject(poll, formats.other)] : [],
  })
}

/** Each user once, the author first. */
function usersOf(view: StreamedView, wanted: ReadonlySet<Expansion>): readonly FullUser[] {
  const users = new Map<bigint, FullUser>()
  const add = (user: FullUser | undefined) => {
    if (user !== undefined) users.set(user.id, users.get(user.id) ?? user)
  }
  if (wanted.has('author_id')) add(view.author)
  if (wanted.has('in_reply_to_user_id') && view.post.inReplyToUserId !== null) {
    add(view.named.get(view.post.inReplyToUserId))
  }
  if (wanted.has('entities.mentions.username')) {
    for (const { id_str } of worded(view).post.content.user_mentions ?? [])
      add(view.named.get(BigInt(id_str)))
  }
  if (wanted.has('referenced_tweets.id.author_id')) {
    for (const { author } of referencedViews(view)) add(author)
  }
  return [...users.values()]
}
