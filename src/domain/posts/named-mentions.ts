/**
 * Mentions of users that an import knew only by name (spec/data-files.md#post-objects). Mentions of the API have ids, so only
 * exports show these.
 */
import type { PostContent } from './content.ts'

export interface NamedMention {
  /** The screen name, without its sign. */
  readonly username: string
  /** Indices as those of entities (content.ts). */
  readonly start: number
  readonly end: number
}

/** The name of these mentions among the kept fields. */
export const NAMED_MENTIONS = 'named_mentions'

const NONE: readonly NamedMention[] = Object.freeze([])

/** The mentions without ids, in the order of the text. */
export function namedMentionsOf({ kept }: PostContent): readonly NamedMention[] {
  return (kept?.[NAMED_MENTIONS] ?? NONE) as readonly NamedMention[]
}
