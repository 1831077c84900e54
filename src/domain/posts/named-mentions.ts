/**
 * Mentions in imported posts for which the file had only the name of the user (spec/data-files.md#post-objects).
 * Mentions in the API have ids, so only exports show these mentions.
 */
import type { PostContent } from './content.ts'

export interface NamedMention {
  /** The screen name, without `@`. */
  readonly username: string
  /** Position in the text, in the same units as entities (content.ts). */
  readonly start: number
  readonly end: number
}

/** Name of the imported field that has these mentions. */
export const NAMED_MENTIONS = 'named_mentions'

const NONE: readonly NamedMention[] = Object.freeze([])

/** The mentions without user ids, in the order of the text. */
export function namedMentionsOf({ kept }: PostContent): readonly NamedMention[] {
  return (kept?.[NAMED_MENTIONS] ?? NONE) as readonly NamedMention[]
}
