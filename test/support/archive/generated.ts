/** Generated archives of both layouts, with the posts that they contain (spec/archives.md#generations). */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v11Date } from '../../../src/formats/v1.1/date.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import { seeded } from '../seeded.ts'
import { type ArchiveLists, writeArchive } from './write-archive.ts'

/** A post in the form of v1.1. */
export interface ExpectedPost {
  readonly id: bigint
  /** Escaped for HTML, as in `full_text`. */
  readonly text: string
  /** Seconds since the Unix epoch, as in dates of v1.1. */
  readonly second: number
  /** Counts, which only archives since 2020 have. */
  readonly likes: number
  readonly retweets: number
  /** The hashtag at the beginning of the text. */
  readonly hashtag?: string
  /** Address of the link at the end of the text. */
  readonly link?: string
  /** True if the last word of the text mentions {@link MENTIONED}. */
  readonly hasMention?: boolean
  /** Id of the answered post, which is of the same author. */
  readonly replyTo?: bigint
}

/** The user whom some posts mention. */
export const MENTIONED = { id: '700', screenName: 'ben_7' } as const

/** The link at the end of some texts. */
export const SHORT_LINK = 'https://t.co/abcdefghij'

const WORDS = ['tea', 'garden', 'über', '漢字', '😀', '&amp;', '&lt;3', 'rain', '\n', 'café']

const HOUR_MS = 3_600_000

/** Number of posts that are 9 hours apart; more posts are in the same three years. */
const SPARSE = 3_000

/**
 * Posts in random order, at most a few hours apart, with ids of their times. Of ten posts, one has a hashtag, one a
 * link, one a mention, and one answers the post before it.
 * @param from time of the first post in milliseconds since the Unix epoch
 */
function postsOf(count: number, from: number, seed: number): readonly ExpectedPost[] {
  const random = seeded(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const apart = 9 * HOUR_MS * Math.min(1, SPARSE / count)
  const plain = Array.from({ length: count }, (_, index): ExpectedPost => {
    const time = from + Math.floor(index * apart) + below(HOUR_MS)
    const words = Array.from({ length: 2 + below(9) }, () => WORDS[below(10)])
    const text = `${index} ${words.join(' ')} end`
    const counts = { likes: below(100), retweets: below(30) }
    return { id: firstSnowflakeAt(time) + 5n, text, second: Math.floor(time / 1_000), ...counts }
  })
  const posts = plain.map((post, index): ExpectedPost => {
    const { text } = post
    const before = plain[index - 1]
    if (index % 10 === 2) return { ...post, text: `#bees ${text}`, hashtag: 'bees' }
    if (index % 10 === 3)
      return { ...post, text: `${text} ${SHORT_LINK}`, link: `https://example.org/${index}` }
    if (index % 10 === 4) return { ...post, text: `${text} @${MENTIONED.screenName}`, hasMention: true }
    return index % 10 === 6 && before !== undefined ? { ...post, replyTo: before.id } : post
  })
  return posts
    .map((post) => ({ post, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ post }) => post)
}

/** Places of the last word of a text, in code points. */
export function placeOfLast(text: string): readonly [number, number] {
  const letters = [...text]
  return [letters.lastIndexOf(' ') + 1, letters.length]
}

function entitiesOf({ text, hashtag, link, hasMention }: ExpectedPost) {
  const indices = placeOfLast(text)
  const { id, screenName } = MENTIONED
  const display_url = link?.slice('https://'.length)
  const mention = { name: 'Ben', screen_name: screenName, indices, id_str: id, id: Number(id) }
  return {
    user_mentions: hasMention === true ? [mention] : [],
    media: [],
    hashtags: hashtag === undefined ? [] : [{ text: hashtag, indices: [0, hashtag.length + 1] }],
    urls: link === undefined ? [] : [{ indices, url: SHORT_LINK, expanded_url: link, display_url }],
  }
}

/** The same value with texts for numbers, as in archives since 2019. */
function withTexts(value: object): unknown {
  const text = (_: string, item: unknown) => (typeof item === 'number' ? String(item) : item)
  return JSON.parse(JSON.stringify(value, text))
}

function replyOf({ replyTo }: ExpectedPost, owner: Owner): object {
  if (replyTo === undefined) return {}
  return {
    ...{ in_reply_to_status_id_str: String(replyTo), in_reply_to_user_id_str: String(owner.id) },
    in_reply_to_screen_name: owner.screenName,
  }
}

interface Owner {
  readonly id: bigint
  readonly screenName: string
}

const TABLE_HEAD =
  'tweet_id,in_reply_to_status_id,in_reply_to_user_id,timestamp,source,text,retweeted_status_id,retweeted_status_user_id,retweeted_status_timestamp,expanded_urls'

/** Writes an archive of 2012 to 2018 that has only the table of its posts. @returns its posts */
export async function writeGrailbirdTable(
  ...args: Parameters<typeof writeGrailbird>
): Promise<readonly ExpectedPost[]> {
  const posts = await writeGrailbird(...args)
  await rm(join(args[0], 'data/js/tweets'), { recursive: true })
  return posts
}

/** Writes an archive of 2012 to 2018: a file for each month, newest first, and a table. @returns its posts */
export async function writeGrailbird(
  folder: string,
  owner: Owner,
  count: number,
  seed: number,
): Promise<readonly ExpectedPost[]> {
  const posts = postsOf(count, Date.UTC(2013, 0, 5), seed)
  const months = new Map<string, ExpectedPost[]>()
  for (const post of posts.toSorted((a, b) => b.second - a.second)) {
    const month = isoOf(post).slice(0, 7).replace('-', '_')
    const some = months.get(month)
    if (some === undefined) months.set(month, [post])
    else some.push(post)
  }
  const user = { id_str: String(owner.id), screen_name: owner.screenName, name: 'Ann', protected: false }
  for (const [month, some] of months) {
    const list = some.map((post) => ({
      ...{ source: 'web', entities: entitiesOf(post), geo: {}, id_str: String(post.id), text: post.text },
      ...{ ...replyOf(post, owner), user, created_at: dateOf(post) },
    }))
    await write(
      join(folder, `data/js/tweets/${month}.js`),
      `Grailbird.data.tweets_${month} = \n ${JSON.stringify(list, undefined, 1)}`,
    )
  }
  const index = [...months].map(([month, { length }]) => ({
    ...{ file_name: `data/js/tweets/${month}.js`, var_name: `tweets_${month}`, tweet_count: length },
    ...{ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) },
  }))
  const details = {
    ...user,
    id: String(owner.id),
    full_name: 'Ann',
    bio: 'keeps',
    location: '',
    created_at: '2012-05-03 10:00:00 +0000',
  }
  await write(join(folder, 'data/js/user_details.js'), `var user_details =  ${JSON.stringify(details)}`)
  await write(join(folder, 'data/js/tweet_index.js'), `var tweet_index =  ${JSON.stringify(index)}`)
  await write(
    join(folder, 'data/js/payload_details.js'),
    `var payload_details =  {"tweets":${count},"lang":"en"}`,
  )
  const rows = posts.map((post) => {
    const { id, replyTo, text, link = '' } = post
    const reply = replyTo === undefined ? ['', ''] : [String(replyTo), String(owner.id)]
    return [String(id), ...reply, dateOf(post), 'web', text, '', '', '', link]
  })
  const table = [TABLE_HEAD.split(','), ...rows].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  )
  await write(join(folder, 'tweets.csv'), `${table.join('\n')}\n`)
  await write(join(folder, 'index.html'), '<html></html>')
  return posts
}

/** Ids of other users in the lists of an archive. */
export const RELATIONS = { followers: ['21', '22'], following: ['22', '23'], partner: '24' } as const

/** The texts of the messages with {@link RELATIONS}.partner, from the owner and to the owner. */
export const MESSAGES = ['a message &amp; more', 'an answer 😀'] as const

const MESSAGES_BEGIN = Date.UTC(2022, 5, 1)

/** Id of a message of {@link MESSAGES}. */
export function messageIdOf(index: number): string {
  return String(firstSnowflakeAt(MESSAGES_BEGIN + index * 1_000))
}

/** Lists of follows, a like of the first post, and messages. */
function relationLists(ownerId: bigint, posts: readonly ExpectedPost[]): ArchiveLists {
  const owner = String(ownerId)
  const { followers, following, partner } = RELATIONS
  const link = (id: string) => ({ accountId: id, userLink: `https://twitter.com/intent/user?user_id=${id}` })
  const messages = MESSAGES.map((text, index) => ({
    messageCreate: {
      ...{
        id: messageIdOf(index),
        text,
        reactions: [],
        urls: [],
        mediaUrls: [],
      },
      ...{ senderId: index === 0 ? owner : partner, recipientId: index === 0 ? partner : owner },
      createdAt: new Date(MESSAGES_BEGIN + index * 1_000).toISOString(),
    },
  }))
  const [first] = posts
  return {
    follower: followers.map((id) => ({ follower: link(id) })),
    following: following.map((id) => ({ following: link(id) })),
    like: first === undefined ? [] : [{ like: { tweetId: String(first.id), fullText: first.text } }],
    'direct-messages': [{ dmConversation: { conversationId: `${partner}-${owner}`, messages } }],
  }
}

/**
 * Writes an archive of 2023 in parts, with a manifest.
 * @param hasRelations true for an archive that also has follows, a like of the first post, and messages
 * @returns its posts
 */
export async function write2023(
  folder: string,
  owner: Owner,
  count: number,
  seed: number,
  hasRelations = false,
): Promise<readonly ExpectedPost[]> {
  const posts = postsOf(count, Date.UTC(2019, 0, 5), seed)
  const tweets = posts.map((post) => {
    const { id, text, second } = post
    return {
      tweet: {
        edit_info: { initial: { editTweetIds: [String(id)], editsRemaining: '5', isEditEligible: true } },
        ...{
          retweeted: false,
          source: '<a href="https://example.org" rel="nofollow">App</a>',
          entities: withTexts(entitiesOf(post)),
        },
        ...{
          display_text_range: ['0', String([...text].length)],
          favorite_count: String(post.likes),
          id_str: String(id),
          id: String(id),
        },
        ...{
          truncated: false,
          retweet_count: String(post.retweets),
          created_at: v11Date(second * 1_000),
          favorited: false,
        },
        ...{ full_text: text, lang: 'en', ...replyOf(post, owner) },
      },
    }
  })
  const half = Math.ceil(count / 2)
  const account = {
    username: owner.screenName,
    accountId: String(owner.id),
    accountDisplayName: 'Ann',
    createdAt: '2013-05-03T10:00:00.000Z',
  }
  const lists = {
    account: [{ account }],
    profile: [{ profile: { description: { bio: 'keeps', website: '', location: '' } } }],
    tweets: tweets.slice(0, half),
    'tweets-part1': tweets.slice(half),
    'tweet-headers': posts.map(({ id }) => ({ tweet: { tweet_id: String(id), user_id: String(owner.id) } })),
    'twitter-circle-tweet': [],
    ...(hasRelations ? relationLists(owner.id, posts) : {}),
  }
  await writeArchive(folder, owner.id, lists)
  const files = Object.entries(lists).map(([name, { length }]) => [
    name,
    { files: [{ fileName: `data/${name}.js`, globalName: 'YTD', count: String(length) }] },
  ])
  const manifest = { archiveInfo: { isPartialArchive: false }, dataTypes: Object.fromEntries(files) }
  await write(
    join(folder, 'data/manifest.js'),
    `window.__THAR_CONFIG = ${JSON.stringify(manifest, undefined, 2)}`,
  )
  return posts
}

function dateOf(post: ExpectedPost): string {
  return `${isoOf(post).replace('T', ' ').slice(0, 19)} +0000`
}

function isoOf({ second }: ExpectedPost): string {
  return new Date(second * 1_000).toISOString()
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
