/**
 * Counts direct messages in any form. Messages are private, so they are neither read nor shown
 * (spec/data-files.md#stream-notices).
 */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { isFields } from './list-items.ts'

export const DIRECT_MESSAGES: ValueForm = {
  name: 'direct messages',
  matches: (fields) => messagesIn(fields) > 0,
  items: (fields) => [{ kind: 'held-back', name: 'direct messages', count: messagesIn(fields) }],
}

/**
 * Number of messages in a value: a single message of any API version, or a page of messages. Bodies of webhooks have a
 * separate form.
 */
function messagesIn(fields: Fields): number {
  if (isMessage(fields)) return 1
  const { events, event, direct_message_events: sent } = fields
  if (isFields(event) && isMessage(event)) return 1
  if ('for_user_id' in fields) return 0
  return [events, sent].reduce<number>(
    (sum, list) =>
      sum + (Array.isArray(list) ? list.filter((one) => isFields(one) && isMessage(one)).length : 0),
    0,
  )
}

function isMessage(fields: Fields): boolean {
  if ('message_create' in fields || 'dm_conversation_id' in fields) return true
  if (fields['event_type'] === 'MessageCreate') return true
  return ('sender_id' in fields || 'sender' in fields) && ('recipient_id' in fields || 'recipient' in fields)
}
