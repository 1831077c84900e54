/**
 * Screen names that equal paths of the server. The profile page of a user with such a name could not be reached
 * (spec/pages.md#sign-up).
 */

const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'about',
    'account',
    'admin',
    'api',
    'aviary',
    'console',
    'docs',
    'download',
    'explore',
    'hashtag',
    'help',
  ],
  ...[
    'home',
    'i',
    'images',
    'intent',
    'jobs',
    'labs',
    'lists',
    'login',
    'logout',
    'media',
    'mentions',
    'messages',
  ],
  ...[
    'notifications',
    'oauth',
    'oauth2',
    'openapi',
    'privacy',
    'profile_banners',
    'profile_images',
    'robots',
  ],
  ...[
    'search',
    'settings',
    'share',
    'signup',
    'status',
    'stream',
    'support',
    'tos',
    'versioning',
    'with_replies',
  ],
])

/** True for a name that cannot be chosen at sign-up. Imported users keep such a name. */
export function isReservedName(screenName: string): boolean {
  return RESERVED.has(screenName.toLowerCase())
}
