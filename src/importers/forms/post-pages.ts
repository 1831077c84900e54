/** Reads responses and webhook bodies with v1.1 posts (spec/file-recognition.md#classes-of-json-values). */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { ELEMENT_FORMS } from './element-forms.ts'
import { countOf, isFields, itemsOfList } from './list-items.ts'

/** Results of `search/tweets`, of the premium search API, and of search API 1.0. */
export const POST_LIST: ValueForm = {
  name: 'page of posts',
  kind: 'posts',
  matches: (fields) => listIn(fields) !== undefined,
  items: (fields, note) => itemsOfList(listIn(fields) ?? [], ELEMENT_FORMS, note),
}

function listIn({ statuses, results }: Fields): readonly unknown[] | undefined {
  if (Array.isArray(statuses)) return statuses
  return Array.isArray(results) ? results : undefined
}

/** Results of `statuses/lookup` with `map`: an object with posts under their ids. A missing post is null. */
export const POST_MAP: ValueForm = {
  name: 'lookup of posts',
  kind: 'posts',
  matches: ({ id }) => isFields(id),
  items: ({ id }, note) => itemsOfList(Object.values(id as Fields), ELEMENT_FORMS, note),
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
