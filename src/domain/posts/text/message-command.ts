/** Texts that were once direct messages: `D name text` and `M name text` (spec/posts.md#fail_dm_commands). */

const COMMAND = /^[dm]\s+@?([A-Za-z0-9_]{1,25})\s+\S/i

/** Recipient of a direct message command in a text; undefined for other texts. */
export function messageRecipient(text: string): string | undefined {
  return COMMAND.exec(text)?.[1]
}
