/**
 * The kinds of files in personal archives, and how each is treated (spec/archives.md#archive-files and
 * spec/archives.md#private-parts).
 */

/** Kinds that are imported, by what their elements are. */
export type ArchiveKind =
  | 'account'
  | 'profile'
  | 'protection'
  | 'posts'
  | 'followers'
  | 'following'
  | 'likes'
  | 'messages'

/**
 * How a file is treated:
 * - `private-posts`: held back, and the ids of its posts are imported from no other file either;
 * - `private`: held back: named and counted, nothing else is kept of it;
 * - `not-kept`: named and counted, as this server has no place for it;
 * - `silent`: repeats other files, or is no data.
 */
export type Treatment = ArchiveKind | 'private-posts' | 'private' | 'articles' | 'not-kept' | 'silent'

const NAMES: Readonly<Record<Exclude<Treatment, 'private'>, string>> = {
  account: 'account',
  profile: 'profile',
  protection: 'protected-history',
  posts: 'tweet tweets community-tweet',
  followers: 'follower',
  following: 'following',
  likes: 'like',
  messages: 'direct-message direct-messages',
  'private-posts':
    'twitter-circle-tweet deleted-tweets deleted-tweet deleted-tweet-headers deleted-note-tweet',
  articles: 'article articles twitter-article twitter-articles article-metadata',
  'not-kept': [
    'verified screen-name-change note-tweet block mute direct-message-group direct-messages-group',
    'direct-message-mute smartblock lists-created lists-member lists-subscribed',
    'moment fleet fleet-mute spaces-metadata tweetdeck saved-search expanded-profile professional-data',
    'community-note community-note-rating community-note-tombstone community-note-batsignal birdwatch-note',
    'birdwatch-note-rating birdwatch-note-tombstone periscope-account-information periscope-ban-information',
    'periscope-broadcast-metadata periscope-comments-made-by-user periscope-expired-broadcasts',
    'periscope-followers periscope-profile-description catalog-item commerce-catalog product-drop product-set',
    'shop-module shopify-account twitter-shop verified-organization account-label',
  ].join(' '),
  silent:
    'manifest tweet-headers direct-message-headers direct-messages-headers direct-message-group-headers direct-messages-group-headers',
}

const TREATMENTS: ReadonlyMap<string, Treatment> = new Map(
  Object.entries(NAMES).flatMap(([treatment, names]) =>
    names.split(' ').map((name): [string, Treatment] => [name, treatment as Treatment]),
  ),
)

/** Families whose later members are treated as those that are known. */
const FAMILIES: readonly (readonly [prefix: string, Treatment])[] = [
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
 * How a kind of file is treated. Unknown kinds are private: nothing tells that their owner has published them.
 * @param kind as {@link kindOf} gives it
 */
export function treatmentOf(kind: string): Treatment {
  const known = TREATMENTS.get(kind)
  if (known !== undefined) return known
  return FAMILIES.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'private'
}

/** Whether the kind has a place in the table, so that the name of a file alone tells it. */
export function isKnown(kind: string): boolean {
  return TREATMENTS.has(kind)
}

/** The name of a kind, as files have it, from the name of a variable such as `twitter_circle_tweet`. */
export function kindOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** Folders beside the files, by how what they hold is treated. Pictures of messages are imported with their messages. */
const FOLDERS: ReadonlyMap<string, 'messages' | 'not-kept' | 'silent'> = new Map([
  ['direct_message_media', 'messages'],
  ['direct_messages_media', 'messages'],
  ...[
    'tweets_media tweet_media community_tweet_media profile_media direct_message_group_media',
    'direct_messages_group_media moments_media moments_tweets_media fleets_media spaces_media',
  ]
    .flatMap((line) => line.split(' '))
    .map((name): [string, 'not-kept'] => [name, 'not-kept']),
  ...['assets', 'css', 'js', 'img', 'lib', '__macosx'].map((name): [string, 'silent'] => [name, 'silent']),
])

/** How a folder of an archive is treated; unknown ones are private, as are those of deleted and Circle posts. */
export function folderTreatmentOf(folder: string): 'messages' | 'private' | 'not-kept' | 'silent' {
  const name = folder.toLowerCase()
  const known = FOLDERS.get(name)
  if (known !== undefined) return known
  return /^(?:moments|periscope)/.test(name) ? 'not-kept' : 'private'
}

/** Files that are no data: what an archive's own pages consist of, and what file managers leave behind. */
const NO_DATA = /^(?:readme\.txt|[^/]*\.html?|\.ds_store|thumbs\.db|desktop\.ini|\._[^/]*)$/i

/** @param name of the file alone, without folders */
export function isNoData(name: string): boolean {
  return NO_DATA.test(name)
}
