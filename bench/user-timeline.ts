/** GET 2/users/:id/tweets of 100 posts from memory, compared with a bare route that sends the same bytes. */
import type { Engine } from '../src/db/query.ts'
import { createUser } from '../src/domain/accounts/create-user.ts'
import { createApp } from '../src/domain/apps/create-app.ts'
import { joinOwnProject } from '../src/domain/apps/projects/own-project.ts'
import { insertPosts, type NewPost } from '../src/domain/posts/write/store-posts.ts'
import { firstSnowflakeAt, snowflakeTime } from '../src/lib/ids/snowflake.ts'
import { openRuntime } from '../src/runtime.ts'
import type { methods as routeMethods } from './followers/route-process.ts'
import { type Child, startChild } from './lib/child.ts'
import { load } from './lib/http-client.ts'
import { type Installation, Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import {
  type Contender,
  cpuOf,
  interleave,
  rateRatio,
  ratesOf,
  type Samples,
  SERVER_WARM_UPS,
} from './lib/statistics.ts'
import type { methods as serverMethods } from './lookup/server-process.ts'

const QUERY = 'max_results=100&tweet.fields=created_at,author_id,conversation_id,lang,public_metrics,source'
const BATCH = 3_000
const CONNECTIONS = 8
const BEGINNING = Date.UTC(2020, 5, 1)

interface Result {
  readonly engine: Engine
  readonly posts: number
  readonly bytes: number
  readonly samples: Samples<'timeline' | 'route'>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const posts of options.sizes) {
      progress(`${engine}, a user with ${whole(posts)} posts`)
      results.push(await measure(await places.fresh(engine), posts, options))
    }
  }
  report(results)
}

async function measure(place: Installation, posts: number, options: BenchOptions): Promise<Result> {
  const { userId, bearerToken } = await fill(place, posts)
  const { profile } = options
  await using server = startChild<typeof serverMethods>(
    new URL('./lookup/server-process.ts', import.meta.url),
    { profile },
  )
  await using route = startChild<typeof routeMethods>(
    new URL('./followers/route-process.ts', import.meta.url),
    { profile },
  )
  const url = `${await server.call('start', place.config)}/2/users/${userId}/tweets?${QUERY}`
  const headers = { authorization: `Bearer ${bearerToken}`, 'accept-encoding': 'identity' }
  const body = await (await fetch(url, { headers })).text()
  const bare = await route.call('start', body)
  const reading = <M extends typeof serverMethods | typeof routeMethods>(
    child: Child<M>,
    at: string,
  ): Contender => {
    return async () => {
      const before = await child.usage()
      const { requests: operations, milliseconds } = await load({
        url: at,
        headers,
        connections: CONNECTIONS,
        milliseconds: options.seconds * 1_000,
      })
      const after = await child.usage()
      return { operations, milliseconds, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
    }
  }
  const contenders = { timeline: reading(server, url), route: reading(route, bare) }
  const samples = await interleave(contenders, options.rounds, SERVER_WARM_UPS)
  return { engine: place.engine, posts, bytes: Buffer.byteLength(body), samples }
}

async function fill(
  place: Installation,
  count: number,
): Promise<{ readonly userId: bigint; readonly bearerToken: string }> {
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const { context } = runtime
  const { id: userId } = await createUser(context, { screenName: 'writer' })
  const { appId, bearerToken } = await createApp(context, {
    name: 'bench',
    ownerId: userId,
    permissions: 'read',
  })
  await joinOwnProject(context, appId)
  for (let from = 0; from < count; from += BATCH) {
    const posts = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
      postOf(userId, from + index),
    )
    // No event: only the benchmark reads these rows.
    await context.store.writeAlone((tx) => insertPosts(tx, posts))
  }
  await runtime.close()
  return { userId, bearerToken }
}

function postOf(authorId: bigint, number: number): NewPost {
  const id = firstSnowflakeAt(BEGINNING + number * 60_000)
  return {
    id,
    authorId,
    createdAt: snowflakeTime(id),
    initialId: id,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: id,
    content: {
      text: `Post number ${number} is about birds and their songs`,
      source: { name: 'bench' },
      lang: 'en',
    },
    geo: undefined,
    textKey: String(id),
  }
}

function report(results: readonly Result[]): void {
  printTable(
    'User timelines of 100 posts a second, and processor time (median of the rounds, minimum–maximum)',
    results.map(({ engine, posts, bytes, samples: { timeline, route } }) => ({
      engine,
      posts: whole(posts),
      bytes: whole(bytes),
      'timelines/s': count(ratesOf(timeline)),
      'bare route/s': count(ratesOf(route)),
      'of the route': percent(rateRatio(timeline, route)),
      'CPU of a timeline': ms(cpuOf(timeline).median),
      'CPU of the route': ms(cpuOf(route).median),
    })),
  )
  for (const { engine, posts, samples } of results) {
    const ratio = rateRatio(samples.timeline, samples.route).median
    const what = `${engine}, ${whole(posts)} posts: a user timeline, against a bare route that sends the same`
    printVerdict(what, ratio, { atLeast: 0.5 })
  }
}
