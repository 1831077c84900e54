/** Lists the scopes of OAuth 2.0 user tokens that endpoints require (spec/oauth2.md#scopes). */

export const SCOPES = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'users.email',
  'follows.read',
  'follows.write',
  'offline.access',
  'space.read',
  'mute.read',
  'mute.write',
  'like.read',
  'like.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'bookmark.read',
  'bookmark.write',
  'dm.read',
  'dm.write',
  'media.write',
] as const

export type Scope = (typeof SCOPES)[number]

/** A scope that an endpoint requires, or several scopes of which one is sufficient. */
export type ScopeRequirement = Scope | { readonly anyOf: readonly Scope[] }
