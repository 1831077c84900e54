/**
 * Fills a database with posts of the last seven days, indexed as in a server, and with any number of older
 * posts.
 */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { addAppToProject, createProject } from '../../src/domain/apps/projects/projects.ts'
import type { Context } from '../../src/domain/context.ts'
import { insertPosts, type NewPost } from '../../src/domain/posts/write/store-posts.ts'
import { clearIndex, codedPosts, extendReach, putIndexed } from '../../src/domain/search/index-posts.ts'
import { WordCodec } from '../../src/domain/search/word-codec.ts'
import { LARGEST_ID } from '../../src/lib/ids/largest-id.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../src/lib/ids/snowflake.ts'
import { openRuntime } from '../../src/runtime.ts'
import { indexedPosts } from '../../src/search/indexed-posts.ts'
import type { Installation } from '../lib/installations.ts'

/** Typical queries, by kind. */
export const QUERIES: Readonly<Record<string, string>> = {
  'a rare word': 'word7',
  'a common word': 'morning',
  'two words': 'morning rivers',
  'a phrase': '"in the morning"',
  'a tag with links': '#birds has:links',
  'an author': 'from:author7',
  'one of three, and not another': '(word7 OR word8 OR word9) -rivers',
  'two that never meet': 'morning evening',
  nothing: 'pterodactyl',
}

const DAY_MS = 86_400_000
const BATCH = 1_000
const AUTHORS = 1_000

export interface Fixture {
  readonly bearerToken: string
  /** Smallest and largest id of the seven days. */
  readonly from: bigint
  readonly to: bigint
}

/** @param older number of posts from before the seven days, which must not slow recent search */
export async function fill({ config }: Installation, recent: number, older: number): Promise<Fixture> {
  const runtime = await openRuntime(config, { manner: 'command' })
  const { context } = runtime
  const { id: ownerId } = await createUser(context, { screenName: 'bench' })
  const { appId, bearerToken } = await createApp(context, { name: 'bench', ownerId, permissions: 'read' })
  const project = await createProject(context, { name: 'bench', ownerId })
  await addAppToProject(context, project.id, appId)
  const authors = await authorsOf(context)
  const codec = new WordCodec(context.vault)
  // No event: only the benchmark reads these rows.
  await context.store.writeAlone((tx) => clearIndex(tx, codec))
  const now = context.clock.now()
  const from = firstSnowflakeAt(now - 7 * DAY_MS)
  await write(context, codec, { authors, count: older, since: now - 30 * DAY_MS, until: now - 8 * DAY_MS })
  await write(context, codec, {
    ...{ authors, count: recent, since: now - 7 * DAY_MS + 3_600_000, until: now - 60_000 },
  })
  // No event: only the benchmark reads these rows.
  await context.store.writeAlone((tx) => extendReach(tx, LARGEST_ID, 0n))
  // Imports also update the statistics, because PostgreSQL plans with them.
  await context.store.analyze()
  await runtime.close()
  return { bearerToken, from, to: firstSnowflakeAt(now - 60_000) }
}

async function authorsOf(context: Context): Promise<readonly bigint[]> {
  const users = await Promise.all(
    Array.from({ length: AUTHORS }, (_, index) => createUser(context, { screenName: `author${index}` })),
  )
  return users.map(({ id }) => id)
}

interface Written {
  readonly authors: readonly bigint[]
  readonly count: number
  /** Range of creation times, evenly filled, in milliseconds since the Unix epoch. */
  readonly since: number
  readonly until: number
}

async function write(
  { store }: Context,
  codec: WordCodec,
  { authors, count, since, until }: Written,
): Promise<void> {
  const step = (until - since) / Math.max(1, count)
  for (let from = 0; from < count; from += BATCH) {
    const posts = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const number = from + index
      const id = firstSnowflakeAt(since + number * step) + BigInt(number % 4_096)
      return postOf(id, number, authors[number % authors.length] ?? 0n)
    })
    // No event: only the benchmark reads these rows.
    await store.writeAlone(async (tx) => {
      await insertPosts(tx, posts)
      const ids = posts.map(({ id }) => id)
      await putIndexed(tx, codedPosts(codec, await indexedPosts(tx, ids)))
    })
  }
}

const TIMES = ['in the morning', 'in the evening', 'at noon', 'by night']
const THINGS = ['rivers', 'birds and their songs', 'old maps', 'bread', 'trains', 'the weather', 'chess']

function postOf(id: bigint, number: number, authorId: bigint): NewPost {
  const link = 'https://t.co/abcdefghij'
  const words = `Post ${number}: word${number % 1_000} about ${THINGS[number % 7]}, ${TIMES[number % 4]}.`
  const [isTagged, isLinked] = [number % 10 === 0, number % 3 === 0]
  const tagged = isTagged ? `${words} #birds` : words
  const text = isLinked ? `${tagged} ${link}` : tagged
  const [tag, at] = [text.indexOf('#'), text.indexOf(link)]
  return {
    ...{ id, authorId, initialId: id, conversationId: id, createdAt: snowflakeTime(id) },
    ...{ inReplyToPostId: null, inReplyToUserId: null, quotedId: null, repostedId: null },
    content: {
      text,
      ...(isTagged ? { hashtags: [{ text: 'birds', indices: [tag, tag + 6] as const }] } : {}),
      ...(isLinked
        ? {
            urls: [
              {
                url: link,
                expanded_url: 'https://example.org/birds',
                display_url: 'example.org/birds',
                indices: [at, at + link.length] as const,
              },
            ],
          }
        : {}),
      source: { name: 'Bench' },
      lang: 'en',
    },
    geo: undefined,
    textKey: String(id),
  }
}
