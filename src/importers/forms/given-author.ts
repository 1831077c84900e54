/**
 * Adds the author that the option `--author` names to posts without an author. Archives of the posts of one account,
 * such as the Trump Twitter Archive, have such posts (spec/data-files.md#post-objects).
 */
import type { Fields } from '../json-fields.ts'
import { authorFieldOf } from '../posts/author-fields.ts'
import { isFields } from './list-items.ts'
import { POSTS_BY_ID } from './post-pages.ts'
import { anchorOf } from './v11-shape.ts'

/** Fields that only v2 posts have. */
const V2_FIELDS = [
  ...['public_metrics', 'edit_history_tweet_ids', 'conversation_id', 'referenced_tweets', 'attachments'],
]

/** Changes a post, or returns another value unchanged. */
type Complete = (value: unknown) => unknown

/**
 * Fields that contain posts, with the places of the posts in their values. The posts that a page of API v2 includes are
 * not here, because other users may have written them.
 */
const CONTAINERS: Readonly<Record<string, (value: unknown, complete: Complete) => unknown>> = {
  // A single answer of API v2 has an object in `data`.
  data: (value, complete) => (Array.isArray(value) ? value.map(complete) : complete(value)),
  statuses: entriesOf,
  results: entriesOf,
  tweets: entriesOf,
  posts: entriesOf,
  // A lookup with `map` has posts by their ids.
  id: valuesOf,
  message: (value, complete) => complete(value),
  _source: (value, complete) => complete(value),
  hits: (value, complete) =>
    isFields(value)
      ? { ...value, hits: entriesOf(value['hits'], (hit) => (isFields(hit) ? sourceOf(hit, complete) : hit)) }
      : value,
}

function entriesOf(list: unknown, complete: Complete): unknown {
  return Array.isArray(list) ? list.map(complete) : list
}

function valuesOf(value: unknown, complete: Complete): unknown {
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, complete(entry)]))
}

/** The hit of Elasticsearch, with the author in its post. */
function sourceOf(hit: Fields, complete: Complete): unknown {
  return isFields(hit['_source']) ? { ...hit, _source: complete(hit['_source']) } : hit
}

/** The value, in which each post without an author has the given author. */
export function withGivenAuthor(fields: Fields, author: bigint): Fields {
  if (isPost(fields)) return postOf(fields, author)
  const complete = (value: unknown) => (isFields(value) && isPost(value) ? postOf(value, author) : value)
  if (POSTS_BY_ID.matches(fields)) return valuesOf(fields, complete) as Fields
  const containers = Object.entries(CONTAINERS).filter(([name]) => name in fields)
  if (containers.length === 0) return fields
  return {
    ...fields,
    ...Object.fromEntries(containers.map(([name, read]) => [name, read(fields[name], complete)])),
  }
}

function isPost(fields: Fields): boolean {
  return 'text' in fields || 'full_text' in fields
}

function postOf(fields: Fields, author: bigint): Fields {
  if (authorFieldOf(fields) !== undefined) return fields
  const isV2 = typeof fields['id'] === 'string' && V2_FIELDS.some((name) => name in fields)
  // A second reading has texts in place of long ids that are numbers. The value then looks like a v2 post, but it is
  // read as a v1.1 post as in the first reading. The reader of v1.1 posts reads the author in `user_id`.
  if (isV2) return { ...fields, author_id: String(author), user_id: String(author) }
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
