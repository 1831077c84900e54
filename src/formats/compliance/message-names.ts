/** Lists the names of the messages of the compliance stream (spec/compliance-stream.md#events). */

/**
 * Names of the messages. A message with another name does not compile (events.ts, smallest.ts). When a name is added
 * here, the readers of recorded streams do not compile until they handle the new name.
 */
const SENT_NAMES = [
  'delete',
  'status_withheld',
  'drop',
  'undrop',
  'tweet_edit',
  'scrub_geo',
  'user_delete',
  'user_undelete',
  'user_protect',
  'user_unprotect',
  'user_suspend',
  'user_unsuspend',
  'user_withheld',
  'gap',
] as const

export type SentName = (typeof SENT_NAMES)[number]

/** The beginning of a message. The only key of a message is its name. */
export type MessageText = `{"${SentName}":${string}`

/**
 * Names under which messages are counted. `gap` counts events that cannot be read. `test` counts test events, although
 * they are sent as `delete`.
 */
export const MESSAGE_NAMES = [...SENT_NAMES, 'test'] as const

export type MessageName = (typeof MESSAGE_NAMES)[number]

const NAMES: ReadonlySet<string> = new Set(SENT_NAMES)

/** The name of a message, which is its only key. @param message a text made by events.ts */
export function messageName(message: string): SentName {
  const name = message.slice(2, message.indexOf('"', 2))
  return NAMES.has(name) ? (name as SentName) : 'gap'
}
