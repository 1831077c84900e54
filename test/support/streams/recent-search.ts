/**
 * Declares tests of recent search in its three API families over HTTP (spec/recent-search.md#parameters,
 * spec/posts.md#search).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { addAppToProject, createProject } from '../../../src/domain/apps/projects/projects.ts'
import type { Context } from '../../../src/domain/context.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deleteCountedPosts } from '../../../src/domain/usage/counted-posts.ts'
import { hourCountsOf, hourOf } from '../../../src/domain/usage/hours.ts'
import { dayOf } from '../../../src/domain/usage/period.ts'
import {
  addUsage,
  MONTHLY_CAP,
  type UsageProduct,
  usageAccountOf,
  usageThisMonth,
} from '../../../src/domain/usage/usage.ts'
import { ask, createTestApp, type TestApp } from '../api-client.ts'
import { atTime } from '../at-time.ts'
import { consumed } from '../consumed.ts'
import { ENGINES, type Hooks } from '../engines.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import { startTestServer } from '../server.ts'
import { createUsers } from '../users.ts'

const DAY_MS = 86_400_000

export class SearchStage {
  readonly url: string
  readonly app: TestApp
  readonly author: User
  readonly other: User
  /** The ids of the posts that a search finds, newest first. */
  readonly ids: readonly string[]

  constructor(url: string, app: TestApp, users: readonly User[], ids: readonly bigint[]) {
    this.url = url
    this.app = app
    this.author = users[0] as User
    this.other = users[1] as User
    this.ids = ids.map(String)
  }

  async get(path: string, query: Record<string, string>, credentials = this.app.asApp) {
    const { status, text, headers } = await ask(
      `${this.url}${path}?${new URLSearchParams(query)}`,
      credentials,
    )
    return { status, headers, json: JSON.parse(text) }
  }
}

export interface OpenSearch extends SearchStage {
  readonly context: Context
  /** The number of posts that the charts of the console show for the app. */
  posts(): Promise<number>
}

export async function openSearch(
  t: Hooks,
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenSearch> {
  const { url, context, server } = await startTestServer(t, { engine, settings })
  const users = await createUsers(context, 2)
  const [author, other] = users as [User, User]
  const now = context.clock.now()
  const ids: bigint[] = []
  for (let index = 0; index < 25; index += 1) {
    const at = now - (25 - index) * 60_000
    const input = { authorId: author.id, text: `owl number ${index} #birds` }
    ids.unshift((await createPost(atTime(context, at), input)).id)
  }
  await createPost(atTime(context, now - 8 * DAY_MS), { authorId: author.id, text: 'an owl of last week' })
  await createPost(atTime(context, now - 5_000), { authorId: other.id, text: 'an owl just now' })
  await consumed(context.store, 'search')
  const app = await createTestApp(context)
  const project = await createProject(context, { name: 'Owls', ownerId: author.id })
  await addAppToProject(context, project.id, app.appId)
  const stage = new SearchStage(url, app, users, ids)
  const posts = async () => {
    await server.generations.traffic.hours.flush()
    const hour = hourOf(context.clock.now())
    const counts = await hourCountsOf(context.store, app.appId, { from: hour - 1, until: hour + 1 })
    return counts.posts.reduce((sum, { posts: ofHour }) => sum + ofHour, 0)
  }
  return Object.assign(stage, { context, posts })
}

/** Declares a test that an app without a project is refused. The refusal does not depend on posts. */
export function projectTest(path: string): void {
  test('403/3 an app without a project', async (t) => {
    const { url, context } = await startTestServer(t)
    const { asApp } = await createTestApp(context)
    const { status, text } = await ask(`${url}${path}?query=owl`, asApp)
    assert.deepEqual([status, JSON.parse(text).reason], [403, 'client-not-enrolled'])
  })
}

/**
 * Asserts that dropped posts and posts of deactivated users disappear from search as soon as the change is
 * committed, and reappear when it is undone.
 * @param find returns all ids that match the word `owl`
 */
export async function hidesAtOnce(
  { context, author, ids }: Pick<OpenSearch, 'context' | 'author' | 'ids'>,
  find: () => Promise<readonly string[]>,
): Promise<void> {
  const before = await find()
  const [, dropped = ''] = ids
  assert.ok(before.includes(dropped))
  const change = (action: 'drop' | 'undrop') => changePostState(context, { postId: BigInt(dropped), action })
  await change('drop')
  assert.deepEqual(
    await find(),
    before.filter((id) => id !== dropped),
  )
  await change('undrop')
  assert.deepEqual(await find(), before)
  const own = new Set(ids)
  await changeUserState(context, { userId: author.id, action: 'deactivate' })
  assert.deepEqual(
    await find(),
    before.filter((id) => !own.has(id)),
  )
  await changeUserState(context, { userId: author.id, action: 'reactivate' })
  assert.deepEqual(await find(), before)
}

/**
 * Sends concurrent searches that together find more posts than the monthly cap still allows. Only the allowed
 * number may be counted.
 */
async function spendTheRest(stage: OpenSearch, path: string, product: UsageProduct): Promise<void> {
  const { store, clock } = stage.context
  const account = await usageAccountOf(store, stage.app.appId, product)
  const used = await usageThisMonth(store, account, clock.now())
  // In API v2 a post counts only once a day, and all responses here have the same posts. So the records of the
  // posts that earlier tests counted are deleted.
  await deleteCountedPosts(store, atTime(stage.context, clock.now() + DAY_MS).clock)
  const left = product === '2' ? 4 : 34
  await addUsage(store, [{ account, day: dayOf(clock.now()), posts: MONTHLY_CAP - left - used }])
  const query = { query: 'owl', expansions: 'author_id' }
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => stage.get(path, query)))
  const shown = answers.map(({ status, json }) => {
    if (status === 429) return 0
    assert.equal(status, 200)
    const ids: string[] = json.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, stage.ids.slice(0, ids.length))
    const { next_token, ...meta } = json.meta
    assert.deepEqual(meta, { newest_id: ids[0], oldest_id: ids.at(-1), result_count: ids.length })
    const next = BigInt(`${stage.ids[ids.length]}`).toString(36)
    assert.ok(next_token.toLowerCase().includes(next), 'the token continues with the next post')
    return ids.length
  })
  const most = shown.toSorted((one, next) => next - one)
  if (product === '2')
    assert.ok(most[0] === 4 && most.every((posts) => posts === 4 || posts === 0), `${most}`)
  else assert.deepEqual(most, [10, 10, 10, 4, 0, 0])
  assert.equal(await usageThisMonth(store, account, clock.now()), MONTHLY_CAP)
}

/**
 * Declares the tests of recent search for one API family: every row of spec/recent-search.md#results that the
 * families share.
 */
export function testRecentSearch(
  path: string,
  product: UsageProduct,
  problems: RegExp,
  testOn: TestOn = slowOnPostgres,
): void {
  for (const engine of ENGINES) {
    const test = testOn(engine)
    test(`spec/recent-search.md#parameters: ${path} on ${engine}`, async (t) => {
      const stage = await openSearch(t, engine)
      await t.test(`pages are newest first, 10 posts per page, and end without a token`, async () => {
        const seen: string[] = []
        let next: string | undefined
        do {
          const query = { query: 'owl', ...(next === undefined ? {} : { next_token: next }) }
          const { status, json } = await stage.get(path, query)
          assert.equal(status, 200)
          assert.ok(json.data.length <= 10)
          const ids = json.data.map(({ id }: { id: string }) => id)
          assert.deepEqual(
            [json.meta.newest_id, json.meta.oldest_id, json.meta.result_count],
            [ids[0], ids.at(-1), ids.length],
          )
          const versions = product === '2' ? ['edit_history_tweet_ids'] : []
          assert.deepEqual(Object.keys(json.data[0]).sort(), [...versions, 'id', 'text'])
          seen.push(...ids)
          next = json.meta.next_token
        } while (next !== undefined)
        assert.deepEqual(seen, stage.ids)
      })

      await t.test(`an empty result has neither data nor ids`, async () => {
        const { status, json } = await stage.get(path, { query: 'pterodactyl' })
        assert.deepEqual([status, json], [200, { meta: { result_count: 0 } }])
      })

      await t.test(
        `selects by ids and times, and includes or excludes each end as the specification says`,
        async () => {
          const [, second = '', third = '', fourth = ''] = stage.ids
          const between = await stage.get(path, { query: 'owl', since_id: fourth, until_id: second })
          assert.deepEqual(
            between.json.data.map(({ id }: { id: string }) => id),
            [third],
          )
          const { json } = await stage.get(path, {
            query: 'owl',
            'tweet.fields': 'created_at',
            max_results: '100',
          })
          const at: string = json.data[2].created_at
          const from = await stage.get(path, { query: 'owl', start_time: at, max_results: '100' })
          assert.equal(from.json.meta.result_count, 3, 'start_time is inclusive')
          const to = await stage.get(path, { query: 'owl', end_time: at, max_results: '100' })
          assert.equal(to.json.meta.result_count, 22, 'end_time is exclusive')
          const eastern = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
          const fromEastern = await stage.get(path, { query: 'owl', start_time: eastern, max_results: '100' })
          assert.deepEqual(fromEastern.json.meta, from.json.meta)
        },
      )

      await t.test(`expansions and fields are returned`, async () => {
        const query = { query: 'owl', expansions: 'author_id', 'user.fields': 'protected' }
        const { json } = await stage.get(path, query)
        const { id, name, screenName } = stage.author
        assert.deepEqual(json.includes.users, [
          { id: String(id), name, username: screenName, protected: false },
        ])
      })

      await t.test('spec/compliance-stream.md#events: hidden posts disappear with the commit', () =>
        hidesAtOnce(stage, async () => {
          const { status, json } = await stage.get(path, { query: 'owl', max_results: '100' })
          assert.equal(status, 200)
          return (json.data ?? []).map(({ id }: { id: string }) => id)
        }),
      )

      await t.test('400/2 all problems are reported together', async () => {
        const now = Date.now()
        const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
        const least = product === '2' ? 10 : 30
        // Messages of API v2 repeat a time without its seconds.
        const repeated = (time: string) => (product === '2' ? `${time.slice(0, 16)}Z` : time)
        const past = `a minimum of ${least} seconds prior to the request time.`
        const old = { query: 'owl', start_time: '2019-01-01T00:00:00Z' }
        const [tooOld] = (await stage.get(path, old)).json.errors
        assert.match(
          tooOld.message,
          /^Invalid 'start_time':'2019-01-01T00:00(:00)?Z'\. 'start_time' must be on or after \d{4}-\d\d-\d\dT\d\d:\d\dZ\.$/,
        )
        for (const name of ['start_time', 'end_time']) {
          assert.equal((await stage.get(path, { query: 'owl', [name]: ago(0) })).status, 400)
          assert.equal((await stage.get(path, { query: 'owl', [name]: ago(least) })).status, 200)
        }
        for (const [query, name, message] of [
          [{}, 'query', 'Request parameter `query` can not be empty'],
          // API v2 accepts these names in all calls.
          ...(product === '2' ? [] : ['non_public_metrics', 'organic_metrics', 'promoted_metrics']).map(
            (name) =>
              [
                { query: 'owl', 'media.fields': `url,${name}` },
                'media.fields',
                `The \`media.fields\` query parameter value [${name}] is not one of ` +
                  '[duration_ms,height,media_key,preview_image_url,public_metrics,type,url,width]',
              ] as const,
          ),
          [
            { query: 'owl', max_results: '5' },
            'max_results',
            'The `max_results` query parameter value [5] is not between 10 and 100',
          ],
          [
            { query: 'owl', max_results: '101' },
            'max_results',
            'The `max_results` query parameter value [101] is not between 10 and 100',
          ],
          [
            { query: 'owl', since_id: 'x' },
            'since_id',
            'The `since_id` query parameter value [x] does not match ^[0-9]{1,19}$',
          ],
          [{ query: 'owl', next_token: '!' }, 'next_token', undefined],
          [{ query: 'owl', start_time: 'yesterday' }, 'start_time', undefined],
          [
            { query: 'owl', start_time: '2026-02-30T00:00:00Z' },
            'start_time',
            'The `start_time` query parameter value [2026-02-30T00:00:00Z] is not a valid RFC3339 date-time',
          ],
          [{ query: 'owl', end_time: '2020-08-12T24:00:00Z' }, 'end_time', undefined],
          [
            { query: 'owl', start_time: '2999-01-01T00:00:00Z' },
            'start_time',
            `Invalid 'start_time':'${repeated('2999-01-01T00:00:00Z')}'. 'start_time' must be ${past}`,
          ],
          [
            { query: 'owl', end_time: '9999-12-31T23:59:59Z' },
            'end_time',
            `Invalid 'end_time':'${repeated('9999-12-31T23:59:59Z')}'. 'end_time' must be ${past}`,
          ],
          [
            { query: 'owl', start_time: ago(60), end_time: ago(61) },
            'end_time',
            `Invalid 'end_time':'${repeated(ago(61))}'. 'end_time' must be after 'start_time'.`,
          ],
          [{ query: '-owl' }, 'query', undefined],
          [{ query: '('.repeat(300) }, 'query', undefined],
          [{ query: 'x'.repeat(600) }, 'query', undefined],
          [{ query: 'owl', format: 'compact' }, 'format', undefined],
        ] as const) {
          const { status, json } = await stage.get(path, query)
          assert.equal(status, 400, JSON.stringify(query))
          assert.equal(json.title, 'Invalid Request')
          const fault = json.errors.find(({ parameters }: { parameters: object }) => name in parameters)
          assert.ok(fault, JSON.stringify(json))
          if (message !== undefined) assert.equal(fault.message, message)
        }
        const { json } = await stage.get(path, { query: '-owl', max_results: '1', nonsense: '1' })
        assert.equal(json.errors.length, 3)
      })

      await t.test('a range without posts, and a query with the maximum depth, succeed', async () => {
        for (const more of [{ since_id: '9223372036854775807' }, { since_id: '9999999999999999999' }]) {
          const { status, json } = await stage.get(path, { query: 'owl', ...more })
          assert.deepEqual([status, json.meta], [200, { result_count: 0 }])
        }
        let [right, left] = ['owl', 'owl']
        for (let depth = 0; depth < 91; depth += 1) {
          right = depth % 2 === 0 ? `owl(${right})` : `q OR(${right})`
          left = depth % 2 === 0 ? `(${left})owl` : `(${left})OR q`
        }
        for (const query of [right, left]) {
          const { status, json } = await stage.get(path, { query })
          assert.deepEqual([status, json.meta?.result_count], [200, 10])
        }
      })

      await t.test(
        'meta, usage and charts count the posts that the caller is shown, and the token depends on all found posts',
        async () => {
          const { context, author, other } = stage
          const say = async (index: number, by: User) => {
            const at = context.clock.now() - (30 - index) * 60_000
            return (await createPost(atTime(context, at), { authorId: by.id, text: `heron ${index}` })).id
          }
          const seen: string[] = []
          for (let index = 0; index < 3; index += 1) {
            await say(2 * index, author)
            seen.unshift(String(await say(2 * index + 1, other)))
          }
          for (let index = 6; index < 17; index += 1) await say(index, author)
          await consumed(context.store, 'search')
          await block(context, { userId: author.id, blockedId: other.id })
          const asUser = await stage.app.asUser(other.id)
          const used = async () => {
            const { store, clock } = context
            const account = await usageAccountOf(store, stage.app.appId, product)
            return usageThisMonth(store, account, clock.now())
          }
          const before = await used()
          const sent = await stage.posts()
          const first = await stage.get(path, { query: 'heron' }, asUser)
          const { next_token, ...meta } = first.json.meta
          assert.deepEqual(
            [first.json.data, first.json.errors, meta],
            [undefined, undefined, { result_count: 0 }],
          )
          assert.equal(await used(), before)
          const { json } = await stage.get(path, { query: 'heron', next_token }, asUser)
          assert.deepEqual(
            json.data.map(({ id }: { id: string }) => id),
            seen,
          )
          assert.deepEqual(json.meta, { newest_id: seen[0], oldest_id: seen[2], result_count: 3 })
          assert.equal(await used(), before + 3)
          assert.equal(await stage.posts(), sent + 3)
        },
      )

      await t.test('429/2 a used-up month is reported, per product', async () => {
        const { store, clock } = stage.context
        const another = await usageAccountOf(store, stage.app.appId, product === '2' ? 'labs-2-search' : '2')
        await addUsage(store, [{ account: another, day: dayOf(clock.now()), posts: MONTHLY_CAP }])
        assert.equal((await stage.get(path, { query: 'owl' })).status, 200)
        await spendTheRest(stage, path, product)
        const { status, json, headers } = await stage.get(path, { query: 'owl' })
        assert.equal(status, 429)
        assert.deepEqual([json.title, json.period, json.scope], ['UsageCapExceeded', 'Monthly', 'Product'])
        assert.match(json.type, problems)
        assert.ok(headers.has('x-rate-limit-remaining') && headers.has('x-rate-limit-reset'))
      })
    })
  }
}
