/**
 * Promise 9 for posts that become hidden: a hidden post disappears from the response of every call that has
 * shown it. The test makes the same calls before and after the change, so that the test fails for a call that
 * never shows the post.
 */
import assert from 'node:assert/strict'
import { test as fastTest } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { ENGINES } from '../support/engines.ts'
import { sample, slowOnPostgres } from '../support/part.ts'
import {
  CALLS,
  type Call,
  type Caller,
  IN_TRENDS,
  KINDS,
  type Kind,
  LIVE,
  OAUTH2_CALLER,
  STREAMED,
  STREAMS,
  stillSeen,
  TRENDS,
} from './hidden/calls.ts'
import { ELSEWHERE } from './hidden/elsewhere.ts'
import { kindsIn, World } from './hidden/world.ts'

const TRENDS_AGE_MS = 5 * 60_000

/** The callers that make a call; by default every kind of caller that the API accepts. */
function callersOf({ path, as = ['app', 'viewer', 'follower'] }: Call): readonly Caller[] {
  return path.startsWith('/2/') && as.includes('follower') ? [...as, OAUTH2_CALLER] : as
}

/** True if the URL of a call matches the declared path. */
function isPathOf(declared: string, address: string): boolean {
  const pattern = declared.replaceAll('.', '\\.').replaceAll(/:[a-z_]+/g, '\\{[\\w ]+\\}')
  return new RegExp(`^${pattern}$`).test(address.replace(/\?.*/, ''))
}

fastTest('promise 9: every declared read of posts has a call in calls.ts, or a reason to have none', () => {
  const reads = publicFamilies()
    .filter(({ name }) => name === 'v1.1' || name.startsWith('labs') || name === '2')
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ method }) => method === 'GET')
  assert.ok(reads.length > 100)
  const asked = [...[...CALLS, ...LIVE].map(({ path }) => path), ...TRENDS]
  const isAsked = (path: string) =>
    asked.some((address) => isPathOf(path, address) || isPathOf(path, address.replace('/1', '/{woeid}')))
  const isElsewhere = (path: string) => ELSEWHERE.some(([pattern]) => pattern.test(path))
  const forgotten = reads.filter(({ paths }) => !paths.some(isAsked) && !paths.some(isElsewhere))
  const named = forgotten.map(({ paths }) => paths[0])
  assert.deepEqual(named, [], 'reads that are neither in calls.ts nor in elsewhere.ts')
  const paths = reads.flatMap((read) => read.paths)
  const unused = ELSEWHERE.filter(([pattern]) => !paths.some((path) => pattern.test(path)))
  assert.deepEqual(unused, [])
  const unknown = CALLS.filter(({ path }) => !paths.some((each) => isPathOf(each, path)))
  assert.deepEqual(unknown, [])
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: a post that becomes hidden disappears from all calls, streams and trends, on ${engine}`, async (t) => {
    const world = await World.open(t, engine)
    const every = CALLS.flatMap((call) => callersOf(call).map((caller) => ({ call, caller })))
    const cases = sample(every, engine)
    /** Descriptions of the calls that show other kinds of posts than expected. */
    const wrongly = async (expected: (call: Call, caller: Caller) => readonly Kind[]) => {
      const wrong: string[] = []
      for (const { call, caller } of cases) {
        const shown = await world.shownBy(call, caller)
        if (shown.join() !== expected(call, caller).join())
          wrong.push(`${call.path} as ${caller} shows ${shown.join()}`)
      }
      return wrong
    }
    assert.deepEqual(await wrongly(() => KINDS), [])
    for (const path of TRENDS) assert.deepEqual(kindsIn([await world.read(path)]), KINDS, path)
    for (const { path } of STREAMS) assert.deepEqual(await world.streamed(path), KINDS, path)
    const streams = LIVE.flatMap((call) => callersOf(call).map((caller) => ({ call, caller })))
    for (const { call, caller } of streams) {
      assert.deepEqual(await world.streamedAgain(call.path, caller), KINDS, `${call.path} as ${caller}`)
    }

    await world.change()
    assert.deepEqual(await wrongly(stillSeen), [])

    await t.test('streams that begin with the last minutes send no hidden post', async () => {
      for (const { path } of STREAMS) {
        assert.deepEqual(await world.streamed(path), STREAMED, path)
      }
    })

    await t.test('open streams send no hidden post, neither in a quote nor as a repost', async () => {
      for (const { call, caller } of streams) {
        const expected = stillSeen(call, caller)
        assert.deepEqual(await world.streamedAgain(call.path, caller), expected, `${call.path} as ${caller}`)
      }
    })

    await t.test('counts are equal to the number of posts that a search finds', async () => {
      // Counts read only the index; searches read the index and also each post.
      await world.indexed()
      // The query has an end, because the clock moves between the two calls.
      const query = `query=zebra&end_time=${new Date(world.now() - 15_000).toISOString()}`
      for (const reach of ['recent', 'all']) {
        const found = JSON.parse(await world.read(`/2/tweets/search/${reach}?${query}&max_results=100`))
        const counted = JSON.parse(await world.read(`/2/tweets/counts/${reach}?${query}`))
        assert.equal(counted.meta.total_tweet_count, found.meta.result_count, reach)
      }
    })

    await t.test('trends contain only hashtags of posts that everybody may see', async () => {
      world.pass(TRENDS_AGE_MS)
      for (const path of TRENDS) assert.deepEqual(kindsIn([await world.read(path)]), IN_TRENDS, path)
    })
  })
}
