/** For each scope, the text that tells users what an app with the scope can do (spec/oauth2.md#scopes). */
import type { GrantedScope } from '../../domain/apps/oauth2/scopes.ts'
import type { Html } from '../../text/html.ts'
import { actionLists } from '../_pages/consent.ts'

const ACTIONS: Readonly<Record<GrantedScope, string>> = {
  'tweet.read': 'See your posts, and those of people you follow, protected ones too',
  'tweet.write': 'Post and repost for you, and delete what you posted',
  'tweet.moderate.write': 'Hide replies to your posts, and show them again',
  'users.read': 'See your profile and the profiles that you can see',
  'users.email': 'See your e-mail address',
  'follows.read': 'See the people you follow and the people who follow you',
  'follows.write': 'Follow and unfollow people for you',
  'offline.access': 'Stay connected until you revoke access',
  'space.read': 'See the Spaces that you can see',
  'mute.read': 'See the people you have muted',
  'mute.write': 'Mute and unmute people for you',
  'like.read': 'See the posts you like, and the likes that you can see',
  'like.write': 'Like posts for you, and remove likes',
  'list.read': 'See your lists, private ones too, and their members and followers',
  'list.write': 'Create, change and delete your lists, and follow and pin lists for you',
  'block.read': 'See the people you have blocked',
  'block.write': 'Block and unblock people for you',
  'bookmark.read': 'See the posts you have bookmarked',
  'bookmark.write': 'Bookmark posts for you, and remove bookmarks',
  'dm.read': 'Read your direct messages',
  'dm.write': 'Send and delete direct messages for you',
  'media.write': 'Upload pictures and videos for you',
  'timeline.read': 'See your timeline',
  'broadcast.read': 'See your broadcasts',
  'broadcast.write': 'Create broadcasts for you',
}

/** Scopes that the page lists as forbidden actions, unless the client requests them. */
const SENSITIVE = ['tweet.write', 'follows.write', 'dm.read', 'dm.write', 'users.email'] as const

/** The lists of allowed and forbidden actions, for the page on which a user decides. */
export function scopeLists(scopes: readonly GrantedScope[]): Html {
  const denied = SENSITIVE.filter((scope) => !scopes.includes(scope)).map((scope) => ACTIONS[scope])
  return actionLists(actionsOf(scopes), [...denied, 'See your password'])
}

/** The actions that scopes allow, as sentences without a full stop. */
export function actionsOf(scopes: readonly GrantedScope[]): readonly string[] {
  return scopes.map((scope) => ACTIONS[scope])
}
