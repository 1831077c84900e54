/** Reads Gnip's activity streams (spec/data-files.md#gnip-activities). */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { permalinkOf } from '../permalink.ts'
import { v11Bundle } from '../posts/post-object.ts'
import { readUser } from '../user-object.ts'
import { isFields } from './list-items.ts'
import { gnipDeletion } from './notices.ts'
import { anchorOf, objectsOf } from './v11-shape.ts'

export const GNIP_ACTIVITY: ValueForm = {
  name: 'Gnip activity',
  kind: 'posts',
  matches: (fields) =>
    fields['objectType'] === 'activity' ||
    fields['objectType'] === 'person' ||
    ('verb' in fields && isFields(fields['actor'])),
  items: (fields, note) => {
    if (fields['objectType'] === 'person') return [{ kind: 'user', user: readUser(userOf(fields), note) }]
    if (fields['verb'] === 'delete') {
      const post = memberOf(fields['object'], 'id') ?? fields['id']
      return [gnipDeletion(digitsOf(post), digitsOf(memberOf(fields['actor'], 'id')))]
    }
    return [{ kind: 'posts', bundle: v11Bundle(postOf(fields, 0), note) }]
  },
}

/** Maximum depth of nested activities. The reader of v1.1 posts has the same limit. */
const MAX_DEPTH = 10

/** The v1.1 post of an activity. */
function postOf(activity: Fields, depth: number): Fields {
  const { verb, object, twitter_quoted_status: quoted } = activity
  const long = activity['long_object']
  const content = isFields(long) ? { ...activity, ...long } : activity
  const reply = permalinkOf(memberOf(activity['inReplyTo'], 'link'))
  const inner = (value: unknown) =>
    isFields(value) && depth < MAX_DEPTH ? postOf(value, depth + 1) : undefined
  return {
    id_str: digitsOf(activity['id']),
    created_at: activity['postedTime'],
    full_text: content['body'],
    entities: content['twitter_entities'],
    extended_entities: content['twitter_extended_entities'],
    display_text_range: content['display_text_range'],
    user: isFields(activity['actor']) ? userOf(activity['actor']) : activity['actor'],
    source: anchorOf(memberOf(activity['generator'], 'displayName'), memberOf(activity['generator'], 'link')),
    lang: activity['twitter_lang'],
    filter_level: activity['twitter_filter_level'],
    retweet_count: activity['retweetCount'],
    favorite_count: activity['favoritesCount'],
    in_reply_to_status_id_str: reply === undefined ? undefined : String(reply.id),
    in_reply_to_screen_name: reply?.screenName,
    // A point in this field has the latitude first, like the v1.1 field `geo`.
    geo: activity['geo'],
    place: placeOf(activity['location']),
    retweeted_status: verb === 'share' ? inner(object) : undefined,
    quoted_status: inner(quoted),
  }
}

/** The v1.1 user of an actor. */
function userOf(actor: Fields): Fields {
  const [url] = objectsOf(actor['links']).flatMap(({ href }) => (typeof href === 'string' ? [href] : []))
  return {
    id_str: digitsOf(actor['id']),
    screen_name: actor['preferredUsername'],
    name: actor['displayName'],
    created_at: actor['postedTime'],
    protected: actor['protected'],
    verified: actor['verified'],
    listed_count: actor['listedCount'],
    location: memberOf(actor['location'], 'displayName'),
    ...('summary' in actor ? { description: actor['summary'] } : {}),
    url,
    profile_image_url_https: actor['image'],
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

/** The id after the last colon, as in `tag:search.twitter.com,2005:49` or `id:twitter.com:11`. */
function digitsOf(id: unknown): unknown {
  return typeof id === 'string' ? id.slice(id.lastIndexOf(':') + 1) : id
}

function placeOf(location: unknown): Fields | undefined {
  if (!isFields(location)) return undefined
  const { link, displayName, name, geo } = location
  const [, id] = /\/geo\/id\/([0-9a-f]{1,40})/i.exec(String(link)) ?? []
  return {
    id,
    url: link,
    full_name: displayName,
    name: name ?? displayName,
    country: location['country_code'],
    country_code: location['twitter_country_code'],
    place_type: location['twitter_place_type'],
    bounding_box: geo,
  }
}
