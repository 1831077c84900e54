/** Scopes that clients ask for (spec/oauth2.md#scopes). */
import { SCOPES, type Scope } from '../../../lib/scopes.ts'

/** Scopes that clients may ask for and that no endpoint requires. */
const UNUSED_SCOPES = ['timeline.read', 'broadcast.read', 'broadcast.write'] as const

/** A scope that a client may ask for. */
export type GrantedScope = Scope | (typeof UNUSED_SCOPES)[number]

const ALL: ReadonlySet<string> = new Set([...SCOPES, ...UNUSED_SCOPES])

/** Scopes with which a token can read posts and users; every endpoint requires both. */
export const BASE_SCOPES = ['tweet.read', 'users.read'] as const satisfies readonly Scope[]

/** The scope with which a client receives refresh tokens. */
export const OFFLINE_ACCESS = 'offline.access' satisfies Scope

/**
 * The scopes in a text of scopes separated by spaces, in the order of the text and without duplicates.
 * @returns undefined for an empty text and for a text with an unknown scope
 */
export function readScopes(text: string): readonly GrantedScope[] | undefined {
  const words = new Set(text.split(' ').filter((word) => word !== ''))
  const scopes = [...words].filter(isScope)
  return scopes.length === words.size && scopes.length > 0 ? scopes : undefined
}

/** The scopes in a stored text. Scopes that this version of the server does not know are omitted. */
export function scopesIn(stored: string): readonly GrantedScope[] {
  return stored.split(' ').filter(isScope)
}

function isScope(word: string): word is GrantedScope {
  return ALL.has(word)
}
