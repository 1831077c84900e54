/**
 * Generates deterministic posts of v1.1 files in the extended form, each with its whole author. One post in
 * six is a repost of an earlier post, and one in twelve is a quote. As in real networks, few authors write
 * most of the posts.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const SEED = 20_200_812
const POSTS_PER_USER = 20
/** 2020-08-12T00:00:00Z */
const BEGAN_AT = 1_597_190_400_000
const EPOCH_MS = 1_288_834_974_657
const WORDS =
  'the a of posts stream river morning & <b> données 東京 café Berlin rain tomorrow never yes 😀 done'.split(
    ' ',
  )

type Json = Record<string, unknown>

/** Lines in arrays of `piece` lines, oldest first. */
export function* postLines(posts: number, piece: number): Generator<string[]> {
  const random = mulberry32(SEED)
  const below = (bound: number) => Math.floor(random() * bound)
  const recent: Json[] = []
  let lines: string[] = []
  for (let number = 0; number < posts; number++) {
    const user = userOf(Math.floor(below(Math.floor(number / POSTS_PER_USER) + 1) * random()))
    const earlier = recent.length === 0 ? undefined : recent[below(recent.length)]
    const kind = below(12)
    const post = postOf(number, user, below)
    if (earlier !== undefined && kind < 2) lines.push(JSON.stringify(repostOf(post, earlier)))
    else {
      const isQuote = earlier !== undefined && kind === 2
      lines.push(JSON.stringify(isQuote ? quoteOf(post, earlier) : post))
      if (recent.length < 1_000) recent.push(post)
      else recent[below(1_000)] = post
    }
    if (lines.length < piece) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

/** Writes posts in the format of `aviary import posts`. */
export async function writePosts(file: string, posts: number): Promise<void> {
  const text = function* () {
    for (const lines of postLines(posts, 1_000)) yield `${lines.join('\n')}\n`
  }
  await pipeline(Readable.from(text()), createWriteStream(file))
}

function postOf(number: number, user: Json, below: (bound: number) => number): Json {
  const ms = BEGAN_AT + number * 40
  const id = String((BigInt(ms - EPOCH_MS) << 22n) | BigInt(number % 4_096))
  const words = Array.from({ length: 4 + below(20) }, () => WORDS[below(WORDS.length)] ?? '')
  const isReply = below(4) === 0
  const name = `u${below(1_000)}`
  const text = `${isReply ? `@${name} ` : ''}${words.join(' ')}`.replace(/[&<>]/g, (c) => ESCAPES[c] ?? c)
  const length = [...text].length
  const mention = {
    screen_name: name,
    name,
    id: 7_000_000 + number,
    id_str: String(7_000_000 + (number % 1_000)),
    indices: [0, name.length + 1],
  }
  const answered = isReply ? String(mention.id_str) : null
  return {
    created_at: v11Date(ms),
    id: Number(id),
    id_str: id,
    full_text: `${text} https://t.co/0123456789`,
    truncated: false,
    display_text_range: [isReply ? name.length + 2 : 0, length + 24],
    entities: {
      hashtags: [],
      symbols: [],
      user_mentions: isReply ? [{ ...mention, id: Number(mention.id_str) }] : [],
      urls: [
        {
          url: 'https://t.co/0123456789',
          expanded_url: `https://example.org/${number}`,
          display_url: `example.org/${number}`,
          indices: [length + 1, length + 24],
        },
      ],
    },
    source: '<a href="https://mobile.twitter.com" rel="nofollow">Twitter Web App</a>',
    in_reply_to_status_id: null,
    in_reply_to_status_id_str: null,
    in_reply_to_user_id: answered === null ? null : Number(answered),
    in_reply_to_user_id_str: answered,
    in_reply_to_screen_name: isReply ? name : null,
    user,
    geo: null,
    coordinates: null,
    place: null,
    contributors: null,
    is_quote_status: false,
    retweet_count: below(20),
    favorite_count: below(50),
    favorited: false,
    retweeted: false,
    possibly_sensitive: false,
    possibly_sensitive_appealable: false,
    lang: 'en',
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function repostOf(post: Json, original: Json): Json {
  return {
    ...post,
    full_text: `RT @u: ${String(original['full_text'])}`,
    in_reply_to_user_id: null,
    in_reply_to_user_id_str: null,
    retweeted_status: original,
  }
}

function quoteOf(post: Json, quoted: Json): Json {
  const { id, id_str } = quoted
  return {
    ...post,
    is_quote_status: true,
    quoted_status_id: id,
    quoted_status_id_str: id_str,
    quoted_status: quoted,
  }
}

function userOf(number: number): Json {
  const id = 1_000_000 + number * 13
  return {
    id,
    id_str: String(id),
    name: `User ${number}`,
    screen_name: `user${number}`,
    location: 'Berlin',
    description: `What there is to tell of number ${number}, which is not much.`,
    url: null,
    entities: { description: { urls: [] } },
    protected: false,
    followers_count: number,
    friends_count: 100,
    listed_count: 2,
    created_at: 'Wed Feb 02 10:00:00 +0000 2011',
    favourites_count: 1_000,
    utc_offset: null,
    time_zone: null,
    geo_enabled: false,
    verified: false,
    statuses_count: 20,
    lang: null,
    contributors_enabled: false,
    is_translator: false,
    is_translation_enabled: false,
    profile_background_color: 'C0DEED',
    profile_background_image_url: 'http://abs.twimg.com/images/themes/theme1/bg.png',
    profile_background_image_url_https: 'https://abs.twimg.com/images/themes/theme1/bg.png',
    profile_background_tile: false,
    profile_image_url: `http://pbs.twimg.com/profile_images/${id}/a_normal.jpg`,
    profile_image_url_https: `https://pbs.twimg.com/profile_images/${id}/a_normal.jpg`,
    profile_link_color: '0084B4',
    profile_sidebar_border_color: 'C0DEED',
    profile_sidebar_fill_color: 'DDEEF6',
    profile_text_color: '333333',
    profile_use_background_image: true,
    has_extended_profile: false,
    default_profile: true,
    default_profile_image: false,
    following: null,
    follow_request_sent: null,
    notifications: null,
    translator_type: 'none',
  }
}

function v11Date(ms: number): string {
  const [, day, date, month, year, time] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(ms).toUTCString()) ?? []
  return `${day} ${month} ${date} ${time} +0000 ${year}`
}

/** A small seeded generator of numbers from 0 to 1 (Tommy Ettinger's mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
