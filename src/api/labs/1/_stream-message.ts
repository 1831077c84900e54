/** A line of a Labs v1 stream: the post with the requested expansions. */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import { referencedViews, type StreamedView, worded } from '../../../domain/posts/read/post-view.ts'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import { mediaObject, placeObject, pollObject } from '../../../formats/labs-v1/attachments.ts'
import { type Formats, member } from '../../../formats/labs-v1/format.ts'
import { type PostOptions, postText } from '../../../formats/labs-v1/post.ts'
import { UserTexts } from '../../../formats/labs-v1/user-texts.ts'
import type { Rendering } from '../../../streams/posts/streamed-post.ts'

/** Expansions of posts (spec/labs-lookup.md#expansions). */
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
  /** URL of the default picture. */
  readonly defaultPicture: string | undefined
  /** The day of the API when the client connected: all messages of a connection have one form. */
  readonly day: Day
}

/**
 * First day of annotations in streams (spec/versioning.md#dates). Lookups have annotations from a later day
 * on.
 */
const ANNOTATED_SINCE: Day = '2019-12-10'

/** The rendering of a Labs v1 stream with the given options. */
export function labs1Rendering(options: MessageOptions): Rendering {
  const { formats, expansions, origin, defaultPicture, day } = options
  const posts = { format: formats.tweet, day, isAnnotated: isOn({ since: ANNOTATED_SINCE }, day) }
  const wanted = new Set(expansions)
  const texts = new UserTexts(formats.user, defaultPicture)
  return {
    key: `labs-1 ${Object.values(formats).join(' ')} ${[...wanted].toSorted().join(' ')} ${day} ${origin}`,
    needs: {
      repliedTo: wanted.has('referenced_tweets.id') || wanted.has('referenced_tweets.id.author_id'),
      named: wanted.has('entities.mentions.username') || wanted.has('in_reply_to_user_id'),
    },
    open: (view) =>
      `{"data":${postText(view, posts)}${wanted.size === 0 ? '' : includesOf(view, wanted, options, { texts, posts })}`,
  }
}

/** The included objects as JSON text that begins with a comma; empty if there are none. */
function includesOf(
  view: StreamedView,
  wanted: ReadonlySet<Expansion>,
  { formats, origin }: MessageOptions,
  { texts, posts }: { readonly texts: UserTexts; readonly posts: PostOptions },
): string {
  const { post } = view
  const { media = [], poll } = worded(view).post.content
  const place = post.geo?.place
  const lists =
    list('tweets', wanted.has('referenced_tweets.id') ? tweetsOf(view, posts) : []) +
    list(
      'users',
      usersOf(view, wanted).map((user) =>
        texts.of(user, { newest: user.id === post.authorId ? post.id : undefined, pinned: undefined }),
      ),
    ) +
    member(
      'places',
      wanted.has('geo.place_id') && place !== undefined ? [placeObject(place, formats.place)] : [],
    ) +
    member(
      'media',
      wanted.has('attachments.media_keys') ? media.map((each) => mediaObject(each, origin)) : [],
    ) +
    member('polls', wanted.has('attachments.poll_ids') && poll !== undefined ? [pollObject(poll)] : [])
  return lists === '' ? '' : `,"includes":{${lists.slice(1)}}`
}

/**
 * The text of a JSON member whose value is an array of JSON texts; begins with a comma, as in {@link member}.
 */
function list(name: string, texts: readonly string[]): string {
  return texts.length === 0 ? '' : `,"${name}":[${texts.join(',')}]`
}

function tweetsOf(view: StreamedView, posts: PostOptions): readonly string[] {
  return referencedViews(view).map((each) => postText(each, posts))
}

/** The users that the requested expansions include, each once, with the author first. */
function usersOf(view: StreamedView, wanted: ReadonlySet<Expansion>): readonly FullUser[] {
  const users: FullUser[] = []
  const add = (user: FullUser | undefined) => {
    if (user !== undefined && !users.some(({ id }) => id === user.id)) users.push(user)
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
  return users
}
