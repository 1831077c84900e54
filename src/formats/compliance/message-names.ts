/** Names of the messages of the compliance stream (spec/compliance-stream.md#events). */

/** `gap` names events that cannot be read; `test` counts test events, which are sent as `delete`. */
export const MESSAGE_NAMES = [
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
  'test',
] as const

export type MessageName = (typeof MESSAGE_NAMES)[number]

const NAMES: ReadonlySet<string> = new Set(MESSAGE_NAMES)

/** The name of a message, its only key. @param message a text of events.ts */
export function messageName(message: string): MessageName {
  const name = message.slice(2, message.indexOf('"', 2))
  return NAMES.has(name) ? (name as MessageName) : 'gap'
}
