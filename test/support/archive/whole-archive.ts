/**
 * Makes a personal archive with every known file (spec/archives.md#archive-files). Each file contains a
 * unique word.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v11Date } from '../../../src/formats/v1.1/date.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'

export const OWNER = 1400000001n
export const PARTNER = 1400000002n
export const OWNER_NAME = 'ann_archive'

/**
 * Callers who can read the texts of a file after the import. `nobody` means that the database does not
 * contain the texts.
 */
export type Audience = 'everybody' | 'both sides' | 'nobody'

export interface MarkedFile {
  readonly kind: string
  /** The word that marks the texts of this kind. */
  readonly word: string
  readonly audience: Audience
  readonly elements: readonly object[]
}

/** A unique word for a kind. It has only letters, so that search finds it as one token. */
export function wordOf(kind: string): string {
  return `zq${kind.replace(/[^a-z]/g, '')}qz`
}

/** Kinds of private data, whose texts are not stored. */
const PRIVATE = [
  'reply-prompt grok-chat-item message-event contact phone-number email-address-change ip-audit',
  'account-creation-ip account-timezone account-suspension ageinfo personalization device-token ni-devices',
  'key-registry sso connected-application app user-link-clicks branch-links audio-video-calls-in-dm',
  'audio-video-calls-in-dm-recipient-sessions ads-revenue-sharing ad-engagements ad-impressions',
  'ad-mobile-conversions-attributed ad-online-conversions-unattributed ad-free-article-visits',
  'twitter-circle twitter-circle-member scheduled-thing-of-the-future',
]

/** Further kinds whose texts are not stored. */
const NOT_KEPT = [
  'verified screen-name-change note-tweet direct-messages-group direct-message-mute smartblock',
  'lists-created lists-member lists-subscribed article article-metadata twitter-article moment fleet fleet-mute',
  'spaces-metadata tweetdeck saved-search expanded-profile professional-data community-note birdwatch-note',
  'community-note-rating periscope-broadcast-metadata periscope-profile-description catalog-item',
  'commerce-catalog product-set shop-module shopify-account twitter-shop verified-organization account-label',
]

const SILENT = ['tweet-headers direct-message-headers direct-message-group-headers']

/** Ids of the posts and messages of an archive. */
export interface ArchiveIds {
  readonly open: bigint
  readonly community: bigint
  readonly circle: bigint
  readonly edited: bigint
  readonly deleted: bigint
  readonly followersOnly: bigint
  readonly unreadable: bigint
  readonly message: bigint
}

export function archiveIds(now: number): ArchiveIds {
  const idAt = (minutes: number) => firstSnowflakeAt(now - minutes * 60_000) + 7n
  return {
    open: idAt(90),
    community: idAt(80),
    circle: idAt(70),
    edited: idAt(69),
    deleted: idAt(60),
    followersOnly: idAt(50),
    unreadable: idAt(40),
    message: idAt(30),
  }
}

/** Makes all files with their elements. @param action last change of the account's protection */
export function wholeArchive(now: number, action: 'Protect' | 'Unprotect'): readonly MarkedFile[] {
  const ids = archiveIds(now)
  const marked = (
    kind: string,
    audience: Audience,
    element: (word: string) => object | readonly object[],
  ) => {
    const word = wordOf(kind)
    return { kind, word, audience, elements: [element(word)].flat() }
  }
  const posts = postsOf(ids, now)
  const plain = (kinds: readonly string[]) =>
    kinds
      .join(' ')
      .split(' ')
      .map((kind) =>
        marked(kind, 'nobody', (word) => ({ [camelOf(kind)]: { text: word, id: '5', accountId: '77' } })),
      )
  return [
    marked('account', 'everybody', (word) => ({
      account: { ...ACCOUNT, accountDisplayName: word, email: `${wordOf('email')}@example.org` },
    })),
    marked('profile', 'everybody', (word) => ({
      profile: { description: { bio: word, website: '', location: '' } },
    })),
    marked('protected-history', 'nobody', (word) => [
      { protectedHistory: { protectedAt: '2022-09-01T00:00:00.000Z', action, note: word } },
      { protectedHistory: { protectedAt: '2022-08-01T00:00:00.000Z', action: 'Protect' } },
    ]),
    marked('tweets', 'everybody', (word) => [
      posts.open(word),
      // This file repeats private content from other files.
      ...posts.circle(wordOf('twitter-circle-tweet')),
      posts.deleted(wordOf('deleted-tweets')),
      posts.followersOnly(wordOf('community-tweet-of-followers')),
    ]),
    marked('community-tweet', 'everybody', (word) => [
      posts.community(word),
      posts.followersOnly(wordOf('community-tweet-of-followers')),
    ]),
    marked('community-tweet-of-followers', 'nobody', () => []),
    marked('email', 'nobody', () => []),
    marked('twitter-circle-tweet', 'nobody', (word) => posts.circle(word)),
    marked('deleted-tweets', 'nobody', (word) => posts.deleted(word)),
    marked('deleted-note-tweet', 'nobody', (word) => ({
      noteTweet: { noteTweetId: '9', core: { text: word } },
    })),
    marked('deleted-tweet-headers', 'nobody', (word) => ({
      tweet: { tweet_id: String(ids.deleted), note: word },
    })),
    marked('like', 'nobody', (word) => [
      { like: { tweetId: String(ids.circle), fullText: word } },
      { like: { tweetId: '1500000000000000001', fullText: word } },
    ]),
    marked('follower', 'nobody', (word) => ({ follower: { accountId: String(PARTNER), userLink: word } })),
    marked('following', 'nobody', (word) => ({ following: { accountId: String(PARTNER), userLink: word } })),
    marked('block', 'nobody', (word) => ({ blocking: { accountId: '77', userLink: word } })),
    marked('mute', 'nobody', (word) => ({ muting: { accountId: '77', userLink: word } })),
    marked('direct-messages', 'both sides', (word) => ({ dmConversation: conversation(ids.message, word) })),
    ...plain(PRIVATE),
    ...plain(NOT_KEPT),
    ...plain(SILENT),
    marked('article-draft', 'nobody', (word) => ({ article: { lifecycleState: 'Draft', text: word } })),
  ]
}

const ACCOUNT = {
  createdVia: 'web',
  username: OWNER_NAME,
  accountId: String(OWNER),
  createdAt: '2013-05-03T10:00:00.000Z',
}

function postsOf(ids: ArchiveIds, now: number) {
  const post = (id: bigint, text: string, more: object = {}) => ({
    tweet: {
      id_str: String(id),
      id: String(id),
      created_at: v11Date(now - 3_600_000),
      full_text: `${text} for you`,
      entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
      favorite_count: '0',
      retweet_count: '0',
      lang: 'en',
      ...more,
    },
  })
  return {
    open: (word: string) => post(ids.open, word),
    circle: (word: string) => [
      post(ids.circle, word),
      // A later version that names the private original, and a version that the import would reject together
      // with its text.
      post(ids.edited, word, { edit_info: { edit: { initialTweetId: String(ids.circle) } } }),
      post(ids.unreadable, word, { created_at: 'yesterday' }),
    ],
    deleted: (word: string) => post(ids.deleted, word, { deleted_at: v11Date(now) }),
    followersOnly: (word: string) => post(ids.followersOnly, word, { scopes: { followers: true } }),
    community: (word: string) =>
      post(ids.community, word, { community_id_str: '1500000000000000001', scopes: { followers: false } }),
  }
}

function conversation(id: bigint, text: string): object {
  const ends = { senderId: String(OWNER), recipientId: String(PARTNER) }
  const messages = [
    { messageCreate: { id: String(id), ...ends, text, mediaUrls: [], urls: [] } },
    { messageCreate: { id: '5', ...ends, text: `${text} of old`, mediaUrls: [], urls: [] } },
  ]
  return { conversationId: `${OWNER}-${PARTNER}`, messages }
}

function camelOf(kind: string): string {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Writes an unpacked archive. */
export async function writeArchive(directory: string, files: readonly MarkedFile[]): Promise<void> {
  for (const { kind, elements } of files) {
    if (elements.length === 0) continue
    const assigned = kind === 'article-draft' ? 'article' : kind
    const name = `window.YTD.${assigned.replaceAll('-', '_')}.part0`
    await write(join(directory, 'data', `${kind}.js`), `${name} = ${JSON.stringify(elements, undefined, 2)}`)
  }
  for (const folder of MEDIA_FOLDERS) await write(join(directory, 'data', folder, '5-a.jpg'), wordOf(folder))
  await write(join(directory, 'data', 'manifest.js'), 'window.__THAR_CONFIG = {"userInfo":{}}')
  await write(join(directory, 'Your archive.html'), '<html></html>')
  await write(join(directory, 'assets', 'js', 'main.js'), 'nothing()')
}

export const MEDIA_FOLDERS = [
  'deleted_tweets_media',
  'twitter_circle_tweet_media',
  'grok_chat_media',
  'tweets_media',
  'profile_media',
  'direct_messages_group_media',
  'moments_media',
]

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
