/** Declares the schemas of values in Labs v1 objects. */
import { Type } from 'typebox'

export const TEXT = Type.String()
export const ID = Type.String({ pattern: '^[0-9]{1,19}$' })
export const TIME = Type.String({ format: 'date-time' })
export const COUNT = Type.Integer({ minimum: 0 })
export const FLAG = Type.Boolean()

/** Withheld users have no `copyright`; only posts have this field. */
export const WITHHELD_USER = Type.Object({ country_codes: Type.Array(TEXT), scope: Type.Literal('user') })

export const WITHHELD_POST = Type.Object({
  copyright: FLAG,
  country_codes: Type.Array(TEXT),
  scope: Type.Literal('tweet'),
})

/** The value of `withheld` of a post or user; undefined if it is withheld in no country. */
export function withheldOf(
  countryCodes: readonly string[],
  scope: 'tweet' | 'user',
): Record<string, unknown> | undefined {
  if (countryCodes.length === 0) return undefined
  return { ...(scope === 'tweet' ? { copyright: false } : {}), country_codes: countryCodes, scope }
}
