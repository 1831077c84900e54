/**
 * Converts recorded v1.1 objects to the model of Aviary. The conversion has only the parts that tests need,
 * and does not use the code of the import.
 */

import { NO_PROFILE } from '../../../src/domain/accounts/profile.ts'
import type { PostContent, PostMedia, TagEntity, UrlEntity } from '../../../src/domain/posts/content.ts'
import { NO_COUNTS } from '../../../src/domain/posts/post.ts'
import { UNMARKED } from '../../../src/domain/posts/read/viewer-marks.ts'
import type { ShownPost } from '../../../src/formats/v1.1/post.ts'
import { unescapeText } from '../../../src/text/index-units.ts'

type Media = PostMedia & { readonly id: number }

interface Entities {
  readonly hashtags: TagEntity[]
  readonly symbols: TagEntity[]
  readonly user_mentions: {
    screen_name: string
    name: string
    id: number
    id_str: string
    indices: [number, number]
  }[]
  readonly urls: UrlEntity[]
  readonly media?: Media[]
}

/** A recorded post, with the stored part of its author. */
export interface RecordedPost {
  readonly created_at: string
  readonly id_str: string
  readonly text?: string
  readonly full_text?: string
  readonly truncated: boolean
  readonly display_text_range?: [number, number]
  readonly entities: Entities
  readonly extended_entities?: { readonly media: Media[] }
  readonly source: string
  readonly in_reply_to_status_id_str: string | null
  readonly in_reply_to_user_id_str: string | null
  readonly in_reply_to_screen_name: string | null
  readonly user: { readonly id_str: string; readonly screen_name: string; readonly name: string }
  readonly geo: { readonly coordinates: readonly [number, number] } | null
  readonly place: never
  readonly retweeted_status?: RecordedPost
  readonly quoted_status?: RecordedPost
  readonly quoted_status_id_str?: string
  readonly quoted_status_permalink?: never
  readonly retweet_count: number
  readonly favorite_count: number
  readonly favorited: boolean
  readonly retweeted: boolean
  readonly possibly_sensitive?: boolean
  readonly lang: string
}

/** Returns the post as it is shown to a caller without relations to users. */
export function shownAs(recorded: RecordedPost): ShownPost {
  const { user, retweeted_status: original, quoted_status: quoted } = recorded
  const id = BigInt(recorded.id_str)
  return {
    post: {
      id,
      authorId: BigInt(user.id_str),
      createdAt: Date.parse(recorded.created_at),
      initialId: id,
      latestId: id,
      inReplyToPostId: idIn(recorded.in_reply_to_status_id_str),
      inReplyToUserId: idIn(recorded.in_reply_to_user_id_str),
      quotedId: idIn(recorded.quoted_status_id_str),
      repostedId: idIn(original?.id_str),
      conversationId: id,
      content: contentOf(recorded),
      geo: geoOf(recorded),
      counts: { ...NO_COUNTS, retweets: recorded.retweet_count, likes: recorded.favorite_count },
      droppedAt: null,
      hiddenAt: null,
      withheldInCountries: [],
    },
    author: {
      id: BigInt(user.id_str),
      screenName: user.screen_name,
      name: user.name,
      createdAt: 0,
      isProtected: false,
      suspendedAt: null,
      deactivatedAt: null,
      withheldInCountries: [],
      followersCount: 0,
      friendsCount: 0,
      statusesCount: 0,
      favouritesCount: 0,
      membershipsCount: 0,
      profile: NO_PROFILE,
    },
    relation: null,
    marks: { ...UNMARKED, liked: recorded.favorited },
    ...(original === undefined ? {} : { original: shownAs(original) }),
    ...(quoted === undefined ? {} : { quoted: shownAs(quoted) }),
  }
}

function idIn(digits: string | null | undefined): bigint | null {
  return digits === null || digits === undefined ? null : BigInt(digits)
}

function contentOf(recorded: RecordedPost): PostContent {
  const { entities, extended_entities: extended, source } = recorded
  const [, url, name] = /^<a href="([^"]*)" rel="nofollow">(.*)<\/a>$/.exec(source) ?? []
  return {
    text: unescapeText(recorded.full_text ?? recorded.text ?? ''),
    hashtags: entities.hashtags,
    symbols: entities.symbols,
    user_mentions: entities.user_mentions.map(({ id: _, ...mention }) => mention),
    urls: entities.urls,
    ...(extended === undefined ? {} : { media: extended.media.map(({ id: _, ...media }) => media) }),
    ...part('display_text_range', recorded.display_text_range),
    source: url === undefined ? { name: source } : { name: unescapeText(name ?? ''), url: unescapeText(url) },
    lang: recorded.lang,
    ...part('possibly_sensitive', recorded.possibly_sensitive),
    ...part('in_reply_to_screen_name', recorded.in_reply_to_screen_name ?? undefined),
    ...part('quoted_status_permalink', recorded.quoted_status_permalink),
    ...(recorded.truncated ? { kept: { truncated: true } } : {}),
  }
}

function part<Name extends keyof PostContent>(name: Name, value: PostContent[Name]): Partial<PostContent> {
  return value === undefined ? {} : { [name]: value }
}

function geoOf({ geo, place }: RecordedPost): ShownPost['post']['geo'] {
  if (geo === null && place === null) return undefined
  return {
    ...(geo === null ? {} : { coordinates: { lat: geo.coordinates[0], long: geo.coordinates[1] } }),
    ...(place === null ? {} : { place }),
  }
}
