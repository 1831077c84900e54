/** Tests that streaming responses disable the buffering of proxies. nginx buffers responses by default. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { Consumer, createAccount, pathOf } from '../support/streams/compliance-stream.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { streamStage } from '../support/streams/post-stream-suite.ts'
import { postJson } from '../support/streams/rule-suite.ts'

const LABS = { path: '/labs/1/tweets/stream/filter', rules: '/labs/1/tweets/stream/filter/rules' } as const
const COMPLIANCE = /^\/stream\/compliance\//
/** Paths of v1.1. Their streams need the token of a user, and a request without a filter is refused. */
const V11 = /^\/1\.1\//
const USER_STREAMS = /^\/1\.1\/(user|site)\.json$/

/** The day of the request, chosen because user streams ended before the default day. */
function onDayOf(path: string): Readonly<Record<string, string>> {
  return USER_STREAMS.test(path) ? { 'aviary-api-date': '2018-08-01' } : {}
}

test('only streaming responses disable the buffering of proxies', async (t) => {
  const place = { ...LABS, base: '', usage: 'labs-1-stream' } as const
  const { url, app, context, authorId } = await streamStage(t, place, { settings: { test_controls: 'on' } })
  const asUser = await app.asUser(authorId)
  await createAccount(context)
  await postJson(`${url}/2/tweets/search/stream/rules`, app.asApp, { add: [{ value: 'cat' }] })
  const endless = publicFamilies(systemClock)
    .flatMap(({ endpoints }) => endpoints)
    // Events of the console need a session, and `live.test.ts` checks their headers.
    .filter(({ isEndless, auth }) => isEndless && !auth.includes('console'))
    .flatMap(({ paths }) => paths)
  assert.ok(endless.length >= 5, endless.join())
  for (const path of endless) {
    const stream = COMPLIANCE.test(path)
      ? await Consumer.open(url, pathOf(1))
      : await (V11.test(path)
          ? PostReader.open(`${url}${path}?track=cat&follow=1`, asUser, onDayOf(path))
          : PostReader.open(`${url}${path}`, app.asApp))
    t.after(() => stream.close())
    assert.equal(stream.status, 200, path)
    assert.equal(stream.headers['x-accel-buffering'], 'no', path)
  }
  const refused = await PostReader.open(`${url}${LABS.path}`, () => 'Bearer nobody')
  assert.equal(refused.status, 401)
  assert.equal('x-accel-buffering' in refused.headers, false)
  assert.equal((await fetch(`${url}/openapi.json`)).headers.has('x-accel-buffering'), false)
})
