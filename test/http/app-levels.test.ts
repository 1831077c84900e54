/** Tests the limits of apps by their level (spec/v2.md#app-levels). */
import assert from 'node:assert/strict'
import { APP_LEVELS, type AppLevel, LIMITS_OF_LEVEL } from '../../src/domain/apps/levels.ts'
import { updateApp } from '../../src/domain/apps/update-app.ts'
import { usageAccountOf } from '../../src/domain/usage/usage.ts'
import { ask } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { createProjectApp, postJson } from '../support/streams/rule-suite.ts'

const RULES = '/2/tweets/search/stream/rules'
const STREAM = '/2/tweets/search/stream'

/** A valid rule or query with this number of characters. */
function ofLength(length: number, word = 'a'): string {
  return word.repeat(length)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2.md#app-levels: limits by level on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine, settings: { full_archive: 'academic' } })
    const { url, context } = server
    const app = await createProjectApp(context)
    const setLevel = (level: AppLevel) => updateApp(context, app.appId, { level })
    const addRule = (value: string) => postJson(`${url}${RULES}`, app.asApp, { add: [{ value }] })
    const statusOf = async (path: string) => (await ask(`${url}${path}`, app.asApp)).status

    await t.test('the level limits the posts in a month', async () => {
      const caps: number[] = []
      for (const level of APP_LEVELS) {
        await setLevel(level)
        caps.push((await usageAccountOf(context.store, app.appId, '2')).cap)
      }
      assert.deepEqual(caps, [500_000, 2_000_000, 10_000_000])
      assert.equal((await usageAccountOf(context.store, app.appId, 'labs-2-search')).cap, 500_000)
    })

    await t.test('the level limits the length of rules and queries', async () => {
      for (const [level, max] of [
        ['standard', 512],
        ['elevated', 512],
        ['academic', 1024],
      ] as const) {
        await setLevel(level)
        assert.equal((await addRule(ofLength(max, level.charAt(0)))).status, 201, level)
        assert.equal((await addRule(ofLength(max + 1))).status, 400, level)
        const search = '/2/tweets/search/recent?query='
        assert.equal(await statusOf(`${search}${ofLength(max)}`), 200, level)
        assert.equal(await statusOf(`${search}${ofLength(max + 1)}`), 400, level)
      }
    })

    await t.test('the level limits the number of rules', async () => {
      await setLevel('standard')
      const add = (count: number) => ({
        add: Array.from({ length: count }, (_, index) => ({ value: `word${index}` })),
      })
      const { body: before } = await postJson(`${url}${RULES}?dry_run=true`, app.asApp, add(1))
      assert.equal(before.meta.summary.created, 1)
      const tooMany = await postJson(`${url}${RULES}`, app.asApp, add(25))
      assert.deepEqual([tooMany.status, tooMany.body.detail], [422, 'Rule limit exceeded: 25 rules allowed'])
      await setLevel('academic')
      assert.equal((await postJson(`${url}${RULES}`, app.asApp, add(25))).status, 201)
    })

    await t.test('the level limits the connections to the filtered stream', async () => {
      for (const level of ['standard', 'academic'] as const) {
        const { appId, asApp } = await createProjectApp(context)
        await updateApp(context, appId, { level })
        const abort = new AbortController()
        const connect = () =>
          fetch(`${url}${STREAM}`, { headers: { authorization: asApp('GET', '') }, signal: abort.signal })
        for (let count = 0; count < LIMITS_OF_LEVEL[level].streams; count += 1) {
          assert.equal((await connect()).status, 200, level)
        }
        const refused = await connect()
        assert.equal(refused.status, 429, level)
        for (const name of ['remaining', 'reset']) {
          assert.match(refused.headers.get(`x-rate-limit-${name}`) ?? '', /^\d+$/)
        }
        abort.abort()
      }
    })

    await t.test('the level decides about access to the full archive', async () => {
      for (const path of ['/2/tweets/search/all?query=birds', '/2/tweets/counts/all?query=birds']) {
        await setLevel('standard')
        const { status, text } = await ask(`${url}${path}`, app.asApp)
        assert.equal(status, 403, text)
        const { type, required_enrollment: enrollment } = JSON.parse(text)
        assert.equal(type, 'https://api.twitter.com/2/problems/client-forbidden')
        assert.equal(enrollment, 'Appropriate Level of API Access')
        await setLevel('academic')
        assert.notEqual(await statusOf(path), 403)
      }
    })
  })
}
