/** Reads responses, webhook bodies and other values that contain several posts (spec/file-recognition.md#classes-of-json-values). */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { ELEMENT_FORMS } from './element-forms.ts'
import { HELD_BACK } from './held-back.ts'
import { countOf, isFields, itemsOfList } from './list-items.ts'

/** Forms of the elements of pages. Elements of archives are private. */
const ELEMENTS: readonly ValueForm[] = [...HELD_BACK, ...ELEMENT_FORMS]

/**
 * Results of `search/tweets`, of the premium search API, and of search API 1.0, and the same lists under other names
 * that programs give them.
 */
export const POST_LIST: ValueForm = {
  name: 'page of posts',
  kind: 'posts',
  matches: (fields) => listIn(fields) !== undefined,
  items: (fields, note) => itemsOfList(listIn(fields) ?? [], ELEMENTS, note),
}

function listIn(fields: Fields): readonly unknown[] | undefined {
  // A list of posts beside a list of users belongs to API v2. The list can also be a part of a post or of a user.
  const isOther = ['users', 'text', 'full_text', 'screen_name', 'username'].some((name) => name in fields)
  const names = isOther ? ['statuses', 'results'] : ['statuses', 'results', 'tweets', 'posts']
  return names.map((name) => fields[name]).find(Array.isArray)
}

const ID = /^\d{1,19}$/

/** Posts under their ids, without a further object around them. A missing post is null. */
export const POSTS_BY_ID: ValueForm = {
  name: 'posts by id',
  kind: 'posts',
  matches: (fields) => {
    let isEmpty = true
    // Most objects are single posts. A loop over the names ends at the first name of a post, and needs no list of all
    // names and values.
    for (const id in fields) {
      if (!ID.test(id)) return false
      const post = fields[id]
      if (post !== null && !isFields(post)) return false
      isEmpty = false
    }
    return !isEmpty
  },
  items: (fields, note) => {
    const posts = Object.entries(fields).map(([id, post]) => {
      if (!isFields(post)) return post
      const hasId = ['id', 'id_str'].some((name) => (post[name] ?? null) !== null)
      return hasId ? post : { ...post, id_str: id }
    })
    return itemsOfList(posts, ELEMENTS, note)
  },
}

/** Results of searches in Elasticsearch, and lines that its tools export. */
export const ELASTIC_HIT: ValueForm = {
  name: 'hit of Elasticsearch',
  matches: (fields) => hitsIn(fields) !== undefined,
  items: (fields, note) => {
    const sources = (hitsIn(fields) ?? []).map((hit) => (isFields(hit) ? hit['_source'] : hit))
    return itemsOfList(sources, ELEMENTS, note)
  },
}

function hitsIn(fields: Fields): readonly unknown[] | undefined {
  if (isFields(fields['_source'])) return [fields]
  const { hits } = fields
  const list = isFields(hits) ? hits['hits'] : undefined
  return Array.isArray(list) ? list : undefined
}

/** Results of `statuses/lookup` with `map`: an object with posts under their ids. A missing post is null. */
export const POST_MAP: ValueForm = {
  name: 'lookup of posts',
  kind: 'posts',
  matches: ({ id }) => isFields(id),
  items: ({ id }, note) => itemsOfList(Object.values(id as Fields), ELEMENTS, note),
}

/** Names of private events in webhook bodies. */
const MESSAGES = [
  'direct_message_events',
  'direct_message_indicate_typing_events',
  'direct_message_mark_read_events',
]

/** Body of a webhook. Message events in it are private. */
export const WEBHOOK_BODY: ValueForm = {
  name: 'webhook body',
  kind: 'posts',
  matches: (fields) =>
    'for_user_id' in fields && Object.keys(fields).some((name) => name.endsWith('_events')),
  items: (fields, note) => [
    ...itemsOfList(eventsIn(fields, 'tweet_create_events'), ELEMENT_FORMS, note),
    ...Object.keys(fields)
      .filter((name) => name.endsWith('_events') && name !== 'tweet_create_events')
      .flatMap((name) =>
        countOf(MESSAGES.includes(name) ? 'held-back' : 'not-kept', name, eventsIn(fields, name).length),
      ),
  ],
}

function eventsIn(fields: Fields, name: string): readonly unknown[] {
  const events = fields[name]
  return Array.isArray(events) ? events : []
}
