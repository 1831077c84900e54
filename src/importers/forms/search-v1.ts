/** Reads posts of search API 1.0, from 2010 to 2013 (spec/data-files.md#post-objects). */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { v11Bundle } from '../posts/post-object.ts'
import { readRecordedDate } from '../recorded-date.ts'

export const SEARCH_V1_POST: ValueForm = {
  name: 'post of search API 1.0',
  kind: 'posts',
  matches: (fields) => 'from_user' in fields && 'text' in fields,
  items: (fields, note) => [{ kind: 'posts', bundle: v11Bundle(postOf(fields), note) }],
}

/** Before this time, the user ids in search results differed from account ids. */
const FIRST_ACCOUNT_IDS = Date.UTC(2011, 10)

function postOf(post: Fields): Fields {
  const { created_at: createdAt } = post
  const time = typeof createdAt === 'string' ? readRecordedDate(createdAt, () => undefined) : undefined
  const hasAccountIds = time !== undefined && time >= FIRST_ACCOUNT_IDS
  return {
    id: post['id'],
    id_str: post['id_str'],
    created_at: createdAt,
    text: post['text'],
    entities: post['entities'],
    user: {
      ...(hasAccountIds ? { id: post['from_user_id'], id_str: post['from_user_id_str'] } : {}),
      screen_name: post['from_user'],
      name: post['from_user_name'],
      profile_image_url: post['profile_image_url'],
      profile_image_url_https: post['profile_image_url_https'],
    },
    source: unescapedOnce(post['source']),
    lang: post['iso_language_code'],
    geo: post['geo'],
    place: post['place'],
    in_reply_to_status_id: post['in_reply_to_status_id'],
    in_reply_to_status_id_str: post['in_reply_to_status_id_str'],
    ...(hasAccountIds
      ? { in_reply_to_user_id: post['to_user_id'], in_reply_to_user_id_str: post['to_user_id_str'] }
      : {}),
    in_reply_to_screen_name: post['to_user'],
  }
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The source after one removal of HTML escapes, because the anchor in it is escaped. */
function unescapedOnce(source: unknown): unknown {
  if (typeof source !== 'string' || source.includes('<')) return source
  return source.replace(/&(amp|lt|gt|quot);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
}
