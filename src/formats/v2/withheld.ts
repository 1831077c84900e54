/** Renders the field `withheld` of posts and users in API v2 (spec/v2-objects.md#post). */
import { Type } from 'typebox'
import { COUNTRY_CODES, FLAG } from './scalars.ts'
import type { ShownPost } from './shown-post.ts'

/** A post with the content that it shows, and with the state of its author. */
export interface AuthoredPost extends ShownPost {
  /** Countries in which the author is withheld. */
  readonly authorCodes: readonly string[]
}

export const WITHHELD_POST = Type.Object({
  copyright: FLAG,
  country_codes: COUNTRY_CODES,
  scope: Type.Union([Type.Literal('tweet'), Type.Literal('user')]),
})

export const WITHHELD_USER = Type.Object({ country_codes: COUNTRY_CODES, scope: Type.Literal('user') })

/**
 * The value of `withheld` for a post that is itself withheld, in some countries or for copyright; undefined
 * for other posts.
 */
export function withheldOf(shown: ShownPost): Record<string, unknown> | undefined {
  const { withheldInCountries: codes } = shown.post
  const copyright = isWithheldByCopyright(shown)
  return codes.length > 0 || copyright ? { copyright, country_codes: codes, scope: 'tweet' } : undefined
}

/**
 * The value of `withheld` for a post whose author is withheld in some countries. Undefined for other posts,
 * and for posts that are themselves withheld in some countries.
 */
export function withheldByAuthor(shown: AuthoredPost): Record<string, unknown> | undefined {
  const { authorCodes: codes, post } = shown
  if (codes.length === 0 || post.withheldInCountries.length > 0) return undefined
  return { copyright: isWithheldByCopyright(shown), country_codes: codes, scope: 'user' }
}

function isWithheldByCopyright({ content: { kept } }: ShownPost): boolean {
  return kept?.['withheld_copyright'] === true
}
