/**
 * Generates files with the published structure of public data sets (spec/data-files.md#import), and the
 * objects in these files. Other generators make archives (archive/generated.ts).
 */
import { v11Date } from '../../../src/formats/v1.1/date.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import { isoSecond } from '../../../src/lib/time/iso-time.ts'
import { seeded } from '../seeded.ts'
import { bzip2Bytes } from './bzip2-bytes.ts'
import { tarBytes } from './tar-bytes.ts'

/** The facts of a generated post. Other functions write the post in the forms of v1.1 and v2. */
export interface PublicPost {
  readonly id: string
  readonly text: string
  readonly second: number
  readonly authorId: string
  readonly username: string
  readonly likes: number
  readonly retweets: number
  /** Replies and quotes; only files of API v2 have these counts. */
  readonly replies: number
  readonly quotes: number
  readonly hashtags: readonly string[]
  /** The post that the post answers, quotes or reposts. */
  readonly other?: { readonly as: 'reply' | 'quote' | 'repost'; readonly post: PublicPost }
  /** The user whom the last word of the text mentions. */
  readonly mention?: Pick<PublicPost, 'authorId' | 'username'>
  /** Address to which a link at the end of the text leads. */
  readonly link?: string
  /** Id of the photo whose link is at the end of the text. */
  readonly photo?: string
}

export const SHORT_LINK = 'https://t.co/abcdefghij'

const WORDS = ['tea', 'garden', 'über', '漢字', '😀', '&amp;', '&lt;3', 'rain', 'café']
const AUTHORS = 40

/** Posts a few seconds apart. @param from time of the first post in milliseconds since the Unix epoch */
function postsFrom(from: number, count: number, random: () => number): readonly PublicPost[] {
  const below = (bound: number) => Math.floor(random() * bound)
  const plain = Array.from({ length: count }, (_, index): PublicPost => {
    const time = from + index * 1_000 + below(1_000)
    const author = 1 + below(AUTHORS)
    const words = Array.from({ length: 2 + below(9) }, () => WORDS[below(WORDS.length)])
    const hashtags = below(3) === 0 ? ['bees'] : []
    return {
      id: String(firstSnowflakeAt(time) + BigInt(below(4_000))),
      text: [...hashtags.map((tag) => `#${tag}`), `${index}`, ...words].join(' '),
      second: Math.floor(time / 1_000),
      authorId: String(1_400_000_000 + author),
      username: `ann_${author}`,
      likes: below(1_000),
      retweets: below(300),
      replies: below(50),
      quotes: below(20),
      hashtags,
    }
  })
  return plain.map((post, index) => withParts(post, index, plain))
}

/**
 * Makes one of each 25 posts a reply to a plain post, one a quote of this plain post and one a repost of it.
 * Adds a link to one post, a photo to another, and a mention to a third. The deletion notices of a Spritzer hour
 * concern other posts.
 */
function withParts(post: PublicPost, index: number, plain: readonly PublicPost[]): PublicPost {
  const place = index % 25
  const text = `${post.text} ${SHORT_LINK}`
  const original = plain[index - place + 4]
  if (place === 11) return { ...post, text, link: `https://example.org/${post.id}` }
  if (place === 12) return { ...post, text, photo: post.id }
  if (original === undefined) return post
  if (place === 13) {
    const { authorId, username } = original
    return { ...post, text: `${post.text} @${username}`, mention: { authorId, username } }
  }
  if (place === 6) return { ...post, other: { as: 'reply', post: original } }
  if (place === 7) return { ...post, other: { as: 'quote', post: original } }
  if (place !== 8) return post
  const repost = `RT @${original.username}: ${original.text}`
  return { ...post, text: repost, hashtags: [], other: { as: 'repost', post: original } }
}

/** Places of the last word of a text, in code points. */
export function placeOfLast(text: string): readonly [number, number] {
  const { length } = [...text]
  return [[...text].lastIndexOf(' ') + 1, length]
}

/** An hour of the Spritzer collection, with notices between the posts. */
export interface SpritzerHour {
  /** A tar file with a bzip2 file for each minute. */
  readonly bytes: Buffer
  /** Posts that the notices do not delete. */
  readonly posts: readonly PublicPost[]
  /** Number of `limit` notices. */
  readonly limits: number
}

const SPRITZER_BEGIN = Date.UTC(2014, 6, 20, 12)

/**
 * An hour of the Spritzer collection: a fifth of the posts have a deletion notice before or after the post,
 * and an extra file repeats one of the bzip2 files.
 */
export function spritzerHour(minutes: number, postsPerMinute: number, seed: number): SpritzerHour {
  const random = seeded(seed)
  const all: PublicPost[] = []
  const members: (readonly [string, Buffer])[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    const posts = postsFrom(SPRITZER_BEGIN + minute * 60_000, postsPerMinute, random)
    const lines = posts.flatMap((post, index) => {
      const line = JSON.stringify(v11Of(post))
      if (index % 5 !== 0) return [line]
      return index % 2 === 0 ? [line, deletionOf(post)] : [deletionOf(post), line]
    })
    all.push(...posts.filter((_, index) => index % 5 !== 0))
    const name = `07/20/12/${String(minute).padStart(2, '0')}.json.bz2`
    members.push([name, bzip2Bytes(`${[...lines, '{"limit":{"track":12}}', ''].join('\r\n')}`)])
  }
  const [first] = members
  const leftover = first === undefined ? [] : [[`${first[0]}.J1uA1l`, first[1]] as const]
  return { bytes: tarBytes([...members, ...leftover]), posts: all, limits: minutes + leftover.length }
}

function v11Of(post: PublicPost): object {
  const { id, text, second, authorId, username, likes, retweets, hashtags } = post
  const user = { id: Number(authorId), id_str: authorId, screen_name: username, name: username, lang: 'en' }
  const created_at = v11Date(second * 1_000)
  const tags = hashtags.map((tag) => ({ text: tag, indices: [0, tag.length + 1] }))
  return {
    ...{ created_at, id: Number(id), id_str: id, text, source: '<a href="http://a.example">A</a>' },
    ...{ truncated: false, user, geo: null, coordinates: null, place: null, favorite_count: likes },
    retweet_count: retweets,
    entities: { hashtags: tags, symbols: [], user_mentions: v11Mentions(post), ...v11Links(post) },
    ...(post.photo === undefined ? {} : { extended_entities: { media: v11Links(post).media } }),
    ...v11Other(post),
    ...{ favorited: false, retweeted: false, filter_level: 'medium', lang: 'en' },
    timestamp_ms: String(second * 1_000),
  }
}

function v11Mentions({ text, mention }: PublicPost): object[] {
  if (mention === undefined) return []
  const { authorId, username } = mention
  const user = { screen_name: username, name: username, id: Number(authorId), id_str: authorId }
  return [{ ...user, indices: placeOfLast(text) }]
}

function v11Links({ text, link, photo }: PublicPost): { urls: object[]; media?: object[] } {
  const indices = placeOfLast(text)
  const url = { url: SHORT_LINK, indices }
  if (link !== undefined)
    return { urls: [{ ...url, expanded_url: link, display_url: link.slice('https://'.length) }] }
  if (photo === undefined) return { urls: [] }
  const address = `pbs.twimg.com/media/${photo}.jpg`
  const medium = {
    ...{ ...url, id: Number(photo), id_str: photo, type: 'photo', display_url: 'pic.twitter.com/abcdefghij' },
    ...{ media_url: `http://${address}`, media_url_https: `https://${address}` },
    expanded_url: `http://twitter.com/a/status/${photo}/photo/1`,
    sizes: { large: { w: 640, h: 480, resize: 'fit' } },
  }
  return { urls: [], media: [medium] }
}

function v11Other({ other }: PublicPost): object {
  if (other === undefined) return {}
  const { as, post } = other
  if (as === 'repost') return { retweeted_status: v11Of(post) }
  if (as === 'quote')
    return {
      ...{ is_quote_status: true, quoted_status_id: Number(post.id), quoted_status_id_str: post.id },
      quoted_status: v11Of(post),
    }
  return {
    ...{ in_reply_to_status_id: Number(post.id), in_reply_to_status_id_str: post.id },
    ...{ in_reply_to_user_id: Number(post.authorId), in_reply_to_user_id_str: post.authorId },
    in_reply_to_screen_name: post.username,
  }
}

function deletionOf({ id, authorId }: PublicPost): string {
  const status = { id: Number(id), id_str: id, user_id: Number(authorId), user_id_str: authorId }
  return JSON.stringify({ delete: { status, timestamp_ms: '1405857600000' } })
}

/** Pages as `twarc2 search` writes them, one response on each line, newest first. */
export function twarcPages(
  pages: number,
  seed: number,
): { readonly lines: string; readonly posts: readonly PublicPost[] } {
  const posts = postsFrom(Date.UTC(2021, 2, 1), pages * 100, seeded(seed))
  const newest = posts.toReversed()
  const lines = Array.from({ length: pages }, (_, page) => {
    const some = newest.slice(page * 100, (page + 1) * 100)
    const others = some.flatMap(({ other }) => (other === undefined ? [] : [other.post]))
    const users = [...new Map([...some, ...others].map((post) => [post.authorId, userOf(post)])).values()]
    const tweets = [...new Map(others.map((post) => [post.id, v2Of(post)])).values()]
    const media = some.flatMap(({ photo }) => (photo === undefined ? [] : [v2Photo(photo)]))
    const meta = { newest_id: some[0]?.id, oldest_id: some.at(-1)?.id, result_count: some.length }
    const url = 'https://api.twitter.com/2/tweets/search/all?expansions=author_id'
    const __twarc = { url, version: '2.4.1', retrieved_at: '2021-03-02T00:00:00+00:00' }
    return `${JSON.stringify({ data: some.map(v2Of), includes: { users, tweets, media }, meta, __twarc })}\n`
  })
  return { lines: lines.join(''), posts }
}

function userOf({ authorId, username }: PublicPost): object {
  const public_metrics = { followers_count: 1, following_count: 2, tweet_count: 3, listed_count: 4 }
  const created_at = '2013-05-03T10:00:00.000Z'
  return {
    id: authorId,
    username,
    name: username,
    created_at,
    description: '',
    public_metrics,
    verified: false,
  }
}

function v2Photo(photo: string): object {
  const url = `https://pbs.twimg.com/media/${photo}.jpg`
  return { media_key: `3_${photo}`, type: 'photo', url, width: 640, height: 480 }
}

const V2_TYPES = { reply: 'replied_to', quote: 'quoted', repost: 'retweeted' } as const

function v2Of(post: PublicPost): Record<string, unknown> {
  const { id, text, second, authorId, likes, retweets, replies, quotes } = post
  const { hashtags, mention, other, link, photo } = post
  const tags = hashtags.map((tag) => ({ start: 0, end: tag.length + 1, tag }))
  const [start, end] = placeOfLast(text)
  const mentions =
    mention === undefined ? [] : [{ start, end, username: mention.username, id: mention.authorId }]
  const target = link ?? (photo === undefined ? undefined : `https://twitter.com/a/status/${photo}/photo/1`)
  const urls = target === undefined ? [] : [{ start, end, url: SHORT_LINK, expanded_url: target }]
  const entities = {
    ...(tags.length === 0 ? {} : { hashtags: tags }),
    ...(urls.length === 0 ? {} : { urls }),
    ...(mentions.length === 0 ? {} : { mentions }),
  }
  const isReply = other?.as === 'reply'
  return {
    ...{ id, text, author_id: authorId, lang: 'en', source: 'A' },
    conversation_id: isReply ? other.post.id : id,
    created_at: isoSecond(second * 1_000),
    public_metrics: {
      retweet_count: retweets,
      reply_count: replies,
      like_count: likes,
      quote_count: quotes,
    },
    ...(Object.keys(entities).length === 0 ? {} : { entities }),
    ...(photo === undefined ? {} : { attachments: { media_keys: [`3_${photo}`] } }),
    ...(isReply ? { in_reply_to_user_id: other.post.authorId } : {}),
    ...(other === undefined ? {} : { referenced_tweets: [{ type: V2_TYPES[other.as], id: other.post.id }] }),
    ...{ possibly_sensitive: false, reply_settings: 'everyone' },
  }
}

/**
 * A graph as the SNAP collection publishes it: comments, then edges in random order with some duplicates and
 * loops.
 */
export function snapGraph(
  nodes: number,
  edges: number,
  seed: number,
): { readonly text: string; readonly edges: ReadonlySet<string>; readonly skipped: number } {
  const random = seeded(seed)
  // A few nodes have most followers.
  const popular = () => 1 + Math.floor(nodes * random() ** 3)
  const lines: string[] = []
  const all = new Set<string>()
  for (let edge = 0; edge < edges; edge += 1) {
    const [from, to] = [1 + Math.floor(nodes * random()), popular()]
    lines.push(`${from}\t${to}`)
    if (from !== to) all.add(`${from} ${to}`)
  }
  const head = [
    '# Directed graph (each unordered pair of nodes is saved once): generated.txt',
    '# Social circles',
    `# Nodes: ${nodes} Edges: ${edges}`,
    '# FromNodeId\tToNodeId',
  ]
  return { text: `${[...head, ...lines].join('\n')}\n`, edges: all, skipped: edges - all.size }
}
