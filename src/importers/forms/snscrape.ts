/**
 * Reads posts and users of the program snscrape, including versions from before 2022-06 (spec/data-files.md#scrapers).
 */

import type { ImportItem, ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { derivedMediaId } from '../posts/derived-media-id.ts'
import { ownIdIn } from '../posts/own-id.ts'
import { v11Bundle } from '../posts/post-object.ts'
import { readUser } from '../user-object.ts'
import { isFields } from './list-items.ts'
import {
  anchorOf,
  EntityFinder,
  escapedText,
  exceptDerived,
  objectsOf,
  optionalId,
  textsOf,
  withConversation,
} from './v11-shape.ts'

const USER_TYPE = /^snscrape\.modules\.twitter\.User(?:Ref)?$/

export const SNSCRAPE_USER: ValueForm = {
  name: 'snscrape user',
  kind: 'users',
  matches: ({ _type: type }) => typeof type === 'string' && USER_TYPE.test(type),
  items: (fields, note) => [{ kind: 'user', user: readUser(userOf(fields), note) }],
}

export const SNSCRAPE_POST: ValueForm = {
  name: 'snscrape post',
  kind: 'posts',
  matches: (fields) =>
    (typeof fields['_type'] === 'string' && fields['_type'].startsWith('snscrape.')) ||
    ('url' in fields && 'date' in fields && ('rawContent' in fields || 'content' in fields)),
  items: (fields, note): readonly ImportItem[] => {
    if (isReference(fields))
      return [{ kind: 'counted', name: 'posts that the service no longer had', count: 1 }]
    const post = { ...postOf(fields, 0), id: ownIdIn(fields, note) }
    const bundle = v11Bundle(post, exceptDerived(note))
    const conversation = optionalId(fields, 'conversationId', note)
    return [{ kind: 'posts', bundle: withConversation(bundle, conversation) }]
  },
}

/** True for a post whose recording has only an id. */
function isReference({ _type: type }: Fields): boolean {
  return typeof type === 'string' && /\.(?:Tombstone|TweetRef)$/.test(type)
}

/** Maximum depth of nested posts. The reader of v1.1 posts has the same limit. */
const MAX_DEPTH = 10

/** The post as a v1.1 object. */
function postOf(post: Fields, depth: number): Fields {
  const text = escapedText(post['rawContent'] ?? post['content'])
  const { user, retweetedTweet: reposted, quotedTweet: quoted, coordinates } = post
  const inner = (value: unknown) =>
    isFields(value) && !isReference(value) && depth < MAX_DEPTH ? postOf(value, depth + 1) : undefined
  return {
    id: post['id'],
    created_at: post['date'],
    full_text: text,
    ...entitiesOf(post, text),
    user: isFields(user) ? userOf(user) : user,
    source: anchorOf(post['sourceLabel'], post['sourceUrl']) ?? post['source'],
    lang: post['lang'],
    reply_count: post['replyCount'],
    retweet_count: post['retweetCount'],
    favorite_count: post['likeCount'],
    quote_count: post['quoteCount'],
    in_reply_to_status_id: post['inReplyToTweetId'],
    in_reply_to_user_id: memberOf(post['inReplyToUser'], 'id'),
    in_reply_to_screen_name: memberOf(post['inReplyToUser'], 'username'),
    coordinates: isFields(coordinates)
      ? { coordinates: [coordinates['longitude'], coordinates['latitude']] }
      : undefined,
    place: placeOf(post['place']),
    retweeted_status: inner(reposted),
    quoted_status: inner(quoted),
    quoted_status_id: memberOf(quoted, 'id'),
  }
}

/**
 * Entities with indices, and media. The result has only media if the post has no list of links, because the text itself
 * then contains all links.
 */
function entitiesOf(post: Fields, text: unknown): Fields {
  const media = objectsOf(post['media']).flatMap((medium, index) =>
    mediumOf(medium, () => mediaIdOf(post, index)),
  )
  const extended = media.length === 0 ? {} : { extended_entities: { media } }
  const links = linksOf(post)
  if (links === undefined) return extended
  const finder = new EntityFinder(text)
  return {
    ...extended,
    entities: {
      hashtags: textsOf(post['hashtags']).flatMap((tag) => finder.found(`#${tag}`, { text: tag })),
      symbols: textsOf(post['cashtags']).flatMap((tag) => finder.found(`$${tag}`, { text: tag })),
      user_mentions: objectsOf(post['mentionedUsers']).flatMap(({ id, username, displayname }) =>
        finder.found(`@${String(username)}`, { id, screen_name: username, name: displayname }),
      ),
      urls: links.flatMap(({ url, tcourl, text: display }) =>
        finder.found(tcourl ?? url, { url: tcourl ?? url, expanded_url: url, display_url: display ?? url }),
      ),
    },
  }
}

/** Links of a post, from the fields of old and new versions; undefined if the post has no list of links. */
function linksOf(post: Fields): readonly Fields[] | undefined {
  if (Array.isArray(post['links'])) return objectsOf(post['links'])
  const { outlinks, tcooutlinks } = post
  if (!Array.isArray(outlinks) && post['links'] === undefined) return undefined
  const short = textsOf(tcooutlinks)
  return textsOf(outlinks).map((url, index) => ({ url, tcourl: short[index] }))
}

function mediaIdOf(post: Fields, index: number): string {
  return derivedMediaId(ownIdIn(post), index)
}

function mediumOf(medium: Fields, makeId: () => string): readonly Fields[] {
  const { fullUrl, thumbnailUrl, previewUrl, altText, duration } = medium
  const isVideo = Array.isArray(medium['variants'])
  const isGif = isVideo && /Gif$/.test(String(medium['_type'] ?? medium['type']))
  const url = fullUrl ?? thumbnailUrl ?? previewUrl
  if (url === undefined) return []
  return [
    {
      id_str: makeId(),
      type: isGif ? 'animated_gif' : isVideo ? 'video' : 'photo',
      media_url_https: url,
      ext_alt_text: altText,
      video_info: isVideo
        ? {
            duration_millis: typeof duration === 'number' ? Math.round(duration * 1_000) : undefined,
            variants: objectsOf(medium['variants']).map(({ contentType, url: address, bitrate }) => ({
              content_type: contentType,
              url: address,
              bitrate,
            })),
          }
        : undefined,
    },
  ]
}

/** The user as a v1.1 object. A reference to a user has only an id. */
function userOf(user: Fields): Fields {
  const description = user['rawDescription'] ?? user['description']
  const link = user['link']
  const url = memberOf(link, 'tcourl') ?? memberOf(link, 'url') ?? user['linkTcourl'] ?? user['linkUrl']
  const expanded = memberOf(link, 'url') ?? user['linkUrl']
  return {
    id: user['id'],
    screen_name: user['username'],
    name: user['displayname'],
    created_at: user['created'],
    protected: user['protected'],
    verified: user['verified'],
    listed_count: user['listedCount'],
    location: user['location'],
    ...(description === undefined ? {} : { description }),
    url,
    expanded_url: expanded,
    profile_image_url_https: user['profileImageUrl'],
    profile_banner_url: user['profileBannerUrl'],
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

function placeOf(place: unknown): Fields | undefined {
  if (!isFields(place)) return undefined
  const { id, name, fullName, type, country, countryCode } = place
  return { id, name, full_name: fullName, place_type: type, country, country_code: countryCode }
}
