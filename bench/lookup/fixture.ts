/** Fills a database with posts, a tenth as many users, and an app that may read them. */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { importPosts } from '../../src/domain/posts/import/import-posts.ts'
import type { ImportedPost } from '../../src/domain/posts/import/imported-post.ts'
import { firstSnowflakeAt } from '../../src/lib/ids/snowflake.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Installation } from '../lib/installations.ts'

/** Posts per lookup: the maximum. */
export const LOOKED_UP = 100

export interface Fixture {
  readonly bearerToken: string
  /** Ids of one lookup, evenly spread over all posts. */
  readonly ids: readonly bigint[]
  /** Authors of these posts, without duplicates. */
  readonly authorIds: readonly bigint[]
}

const BATCH = 1_000
const POSTS_PER_USER = 10
const BEGINNING = Date.UTC(2020, 5, 1)

function idOf(number: number): bigint {
  return firstSnowflakeAt(BEGINNING + number * 1_000)
}

/** The id of the author of a post: 19 digits, in an order that looks random. */
function authorOf(number: number): bigint {
  const author = Math.floor(number / POSTS_PER_USER)
  return 1_200_000_000_000_000_000n + BigInt((author * 7_919) % 1_000_003) * 400_000_000_003n
}

/** Fills a database with realistic posts, each with a tag and a link. */
export async function fill(place: Installation, posts: number): Promise<Fixture> {
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const { context } = runtime
  const { id: ownerId } = await createUser(context, { screenName: 'bench' })
  const { bearerToken } = await createApp(context, { name: 'bench', ownerId, permissions: 'read' })
  for (let from = 0; from < posts; from += BATCH) {
    const bundles = Array.from({ length: Math.min(BATCH, posts - from) }, (_, index) => ({
      posts: [postOf(from + index)],
      referenced: [],
    }))
    await importPosts(context, bundles, async () => undefined)
  }
  await runtime.close()
  const step = Math.floor(posts / LOOKED_UP)
  const numbers = Array.from({ length: LOOKED_UP }, (_, index) => index * step)
  return {
    bearerToken,
    ids: numbers.map(idOf),
    authorIds: [...new Set(numbers.map(authorOf))],
  }
}

function postOf(number: number): ImportedPost {
  const link = 'https://t.co/abcdefghij'
  const text = `Post number ${number} is about birds & their songs, mostly in the morning. #birds ${link}`
  const tag = text.indexOf('#') + '&amp;'.length - 1
  const at = text.indexOf(link) + '&amp;'.length - 1
  const content = {
    text,
    hashtags: [{ text: 'birds', indices: [tag, tag + 6] }],
    urls: [
      {
        url: link,
        expanded_url: 'https://example.org/birds',
        display_url: 'example.org/birds',
        indices: [at, at + link.length],
      },
    ],
    source: { name: 'Bench', url: 'https://example.org' },
    lang: 'en',
  }
  const id = authorOf(number)
  return {
    id: idOf(number),
    author: { id, readUser: () => ({ id, screenName: `u${id}`.slice(0, 20), name: `User ${id}` }) },
    createdAt: BEGINNING + number * 1_000,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    content: JSON.stringify(content),
    isCutShort: false,
    mentioned: [],
    geo: undefined,
    counts: {
      retweets: 3,
      replies: 2,
      likes: 5,
      quotes: 1,
      impressions: 0,
      urlLinkClicks: 0,
      userProfileClicks: 0,
    },
    withheldInCountries: [],
  }
}
