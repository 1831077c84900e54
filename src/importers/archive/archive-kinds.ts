/**
 * Lists the kinds of files in personal archives, with their treatment (spec/archives.md#archive-files and
 * spec/archives.md#private-parts).
 */

import type { MediaUse } from './media/media-files.ts'

/** Kinds that are imported. */
export type ArchiveKind =
  | 'account'
  | 'profile'
  | 'protection'
  | 'verified'
  | 'names'
  | 'posts'
  | 'notes'
  | 'followers'
  | 'following'
  | 'likes'
  | 'messages'
  | 'group_messages'
  | 'blocks'
  | 'mutes'

/**
 * The treatment of a file by the import:
 * - `headers`: reads the ids of posts that the archive lists without text, and counts them;
 * - `private-posts`: holds the file back, and also holds back its posts in other files;
 * - `private`: holds the file back: it is listed and counted, but not stored;
 * - `articles`: lists and counts published articles like `not-kept`, and holds drafts back;
 * - `not-kept`: lists and counts the file, because this server does not support its data;
 * - `silent`: ignores the file, because it repeats other files or contains no data.
 */
export type Treatment =
  | ArchiveKind
  | 'headers'
  | 'private-posts'
  | 'private'
  | 'articles'
  | 'not-kept'
  | 'silent'

const NAMES: Readonly<Record<Exclude<Treatment, 'private'>, string>> = {
  account: 'account user-details',
  profile: 'profile',
  protection: 'protected-history',
  verified: 'verified',
  names: 'screen-name-change',
  headers: 'tweet-headers',
  posts: 'tweet tweets community-tweet',
  notes: 'note-tweet',
  followers: 'follower',
  following: 'following',
  likes: 'like',
  blocks: 'block',
  mutes: 'mute',
  messages: 'direct-message direct-messages',
  group_messages: 'direct-message-group direct-messages-group',
  'private-posts':
    'twitter-circle-tweet deleted-tweets deleted-tweet deleted-tweet-headers deleted-note-tweet',
  articles: 'article articles twitter-article twitter-articles article-metadata',
  'not-kept': [
    'direct-message-mute smartblock lists-created lists-member lists-subscribed',
    'moment fleet fleet-mute spaces-metadata tweetdeck saved-search expanded-profile professional-data',
    'community-note community-note-rating community-note-tombstone community-note-batsignal birdwatch-note',
    'birdwatch-note-rating birdwatch-note-tombstone periscope-account-information periscope-ban-information',
    'periscope-broadcast-metadata periscope-comments-made-by-user periscope-expired-broadcasts',
    'periscope-followers periscope-profile-description catalog-item commerce-catalog product-drop product-set',
    'shop-module shopify-account twitter-shop verified-organization account-label',
  ].join(' '),
  silent:
    'manifest tweet-index payload-details direct-message-headers direct-messages-headers direct-message-group-headers direct-messages-group-headers',
}

const TREATMENTS: ReadonlyMap<string, Treatment> = new Map(
  Object.entries(NAMES).flatMap(([treatment, names]) =>
    names.split(' ').map((name): [string, Treatment] => [name, treatment as Treatment]),
  ),
)

/** Prefixes of kinds. An unknown kind with one of these prefixes has the same treatment. */
const FAMILIES: readonly (readonly [prefix: string, Treatment])[] = [
  // A file with the posts of one month in an archive from the years 2012 to 2019, such as tweets_2014_07.
  ['tweets-', 'posts'],
  ['deleted-', 'private-posts'],
  ['article-', 'articles'],
  ['twitter-article-', 'articles'],
  ['fleet-', 'not-kept'],
  ['community-note-', 'not-kept'],
  ['birdwatch-note-', 'not-kept'],
  ['periscope-', 'not-kept'],
  ['product-', 'not-kept'],
]

/**
 * The treatment of a kind of file. An unknown kind is private, because it may contain unpublished data.
 * @param kind a result of {@link kindOf}
 */
export function treatmentOf(kind: string): Treatment {
  const known = TREATMENTS.get(kind)
  if (known !== undefined) return known
  return FAMILIES.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'private'
}

/** True for a kind in the table. A file of such a kind is recognised by its name alone. */
export function isKnown(kind: string): boolean {
  return TREATMENTS.has(kind)
}

/** The kind that belongs to the name of a variable, such as `twitter_circle_tweet`. */
export function kindOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** Treatment of folders. Media are imported together with their posts, messages and profiles. */
export type FolderTreatment = MediaUse | 'private' | 'not-kept' | 'silent'

const FOLDERS: ReadonlyMap<string, FolderTreatment> = new Map<string, FolderTreatment>([
  ['tweets_media', 'posts'],
  ['tweet_media', 'posts'],
  ['community_tweet_media', 'posts'],
  ['profile_media', 'profile'],
  ['direct_message_media', 'messages'],
  ['direct_messages_media', 'messages'],
  ['direct_message_group_media', 'messages'],
  ['direct_messages_group_media', 'messages'],
  ...'moments_media moments_tweets_media fleets_media spaces_media'
    .split(' ')
    .map((name): [string, 'not-kept'] => [name, 'not-kept']),
  ...['assets', 'css', 'js', 'img', 'lib', '__macosx'].map((name): [string, 'silent'] => [name, 'silent']),
])

/** The treatment of a folder. Unknown folders, and folders of deleted posts and of posts to a Circle, are private. */
export function folderTreatmentOf(folder: string): FolderTreatment {
  const name = folder.toLowerCase()
  const known = FOLDERS.get(name)
  if (known !== undefined) return known
  return /^(?:moments|periscope)/.test(name) ? 'not-kept' : 'private'
}

/** Files without data: the HTML pages of the archive, and files that file managers create. */
const NO_DATA = /^(?:readme\.txt|[^/]*\.html?|\.ds_store|thumbs\.db|desktop\.ini|\._[^/]*)$/i

/** @param name file name without folders */
export function isNoData(name: string): boolean {
  return NO_DATA.test(name)
}
