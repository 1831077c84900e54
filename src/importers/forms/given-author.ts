/**
 * Adds the author that the option `--author` names to posts without an author. Archives of the posts of one account,
 * such as the Trump Twitter Archive, have such posts (spec/data-files.md#post-objects).
 */
import type { Fields } from '../json-fields.ts'
import { isFields } from './list-items.ts'
import { anchorOf } from './v11-shape.ts'

/** Fields that contain or name an author. */
const AUTHORS = [
  ...['user', 'user_id', 'user_id_str', 'author', 'author_id', 'from_user', 'from_user_id', 'actor'],
  ...['username', 'screen_name'],
]

/** Fields that only v2 posts have. */
const V2_FIELDS = [
  ...['public_metrics', 'edit_history_tweet_ids', 'conversation_id', 'referenced_tweets', 'attachments'],
]

/** Fields of pages that contain posts. */
const LISTS = ['data', 'statuses', 'results', 'tweets', 'posts']

/** The value, in which each post without an author has the given author. */
export function withGivenAuthor(fields: Fields, author: bigint): Fields {
  const post = postOf(fields, author)
  if (post !== fields) return post
  const lists = LISTS.flatMap((name) => {
    const list = fields[name]
    return Array.isArray(list) ? [[name, list.map((entry: unknown) => entryOf(entry, author))] as const] : []
  })
  return lists.length === 0 ? fields : { ...fields, ...Object.fromEntries(lists) }
}

function entryOf(entry: unknown, author: bigint): unknown {
  return isFields(entry) ? postOf(entry, author) : entry
}

function postOf(fields: Fields, author: bigint): Fields {
  const isPost = 'text' in fields || 'full_text' in fields
  if (!isPost || AUTHORS.some((name) => (fields[name] ?? null) !== null)) return fields
  const isV2 = typeof fields['id'] === 'string' && V2_FIELDS.some((name) => name in fields)
  if (isV2) return { ...fields, author_id: String(author) }
  const { date, device, favorites, retweets, ...post } = fields
  return {
    ...post,
    created_at: post['created_at'] ?? date,
    source: post['source'] ?? anchorOf(device),
    favorite_count: post['favorite_count'] ?? favorites,
    retweet_count: post['retweet_count'] ?? retweets,
    user: { id_str: String(author) },
  }
}
