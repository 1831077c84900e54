/** Reads posts of the program twint, whose files have local times (spec/data-files.md#scrapers). */

import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { permalinkOf } from '../permalink.ts'
import { derivedMediaId } from '../posts/derived-media-id.ts'
import { ownIdIn } from '../posts/own-id.ts'
import { v11Bundle } from '../posts/post-object.ts'
import { escapedText, exceptDerived, optionalId, textsOf, withConversation } from './v11-shape.ts'

export const TWINT_POST: ValueForm = {
  name: 'twint post',
  kind: 'posts',
  matches: (fields) => typeof fields['tweet'] === 'string' && 'username' in fields,
  items: (fields, note) => {
    const original = { ...postOf(fields), id: ownIdIn(fields, note) }
    const isRepost = fields['retweet'] === true && optionalId(fields, 'user_rt_id', note) !== undefined
    const bundle = v11Bundle(isRepost ? repostOf(fields, original) : original, exceptDerived(note))
    const conversation = isRepost ? undefined : optionalId(fields, 'conversation_id', note)
    return [{ kind: 'posts', bundle: withConversation(bundle, conversation) }]
  },
}

function postOf(post: Fields): Fields {
  const quoted = permalinkOf(post['quote_url'])
  return {
    id: post['id'],
    created_at: timeOf(post),
    full_text: escapedText(post['tweet']),
    extended_entities: mediaOf(post),
    user: { id: post['user_id'], screen_name: post['username'], name: post['name'] },
    lang: post['language'] ?? post['lang'],
    reply_count: post['replies_count'],
    retweet_count: post['retweets_count'],
    favorite_count: post['likes_count'],
    quoted_status_id_str: quoted === undefined ? undefined : String(quoted.id),
  }
}

/**
 * A repost. With the option `--retweets` of twint, the object has the fields of the original. Only its fields
 * `retweet_…` and `user_rt…` describe the repost.
 */
function repostOf(post: Fields, original: Fields): Fields {
  return {
    id: post['retweet_id'],
    created_at: post['retweet_date'],
    full_text: original['full_text'],
    user: { id: post['user_rt_id'], screen_name: post['user_rt'] },
    retweeted_status: original,
  }
}

/** The time of a post. Date, time and zone are separate fields; only newer files also have one field `created_at`. */
function timeOf({ date, time, timezone, created_at }: Fields): unknown {
  if (typeof date !== 'string' || typeof time !== 'string') return created_at
  return `${date} ${time}${typeof timezone === 'string' && timezone !== '' ? ` ${timezone}` : ''}`
}

function mediaOf(post: Fields): Fields | undefined {
  const photos = textsOf(post['photos'])
  if (photos.length === 0) return undefined
  const id = ownIdIn(post)
  return {
    media: photos.map((url, index) => ({
      id_str: derivedMediaId(id, index),
      type: 'photo',
      media_url_https: url,
    })),
  }
}
