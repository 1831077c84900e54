/**
 * Texts that were commands to send a direct message in the past: `D name text` and `M name text`
 * (spec/posts.md#fail_dm_commands).
 */

const COMMAND = /^[dm]\s+@?([A-Za-z0-9_]{1,25})\s+\S/i

/** The recipient in a text that has the form of a command; undefined for other texts. */
export function messageRecipient(text: string): string | undefined {
  return COMMAND.exec(text)?.[1]
}
