/**
 * Declares tests of refusals that happen before the endpoint runs. It is enough to run these tests for one
 * endpoint.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask, createTestApp } from '../api-client.ts'
import { startTestServer } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { assertError, assertNoPage, type IdList, ownerOf, type Stage } from './stage.ts'

export async function refusals(t: TestContext, stage: Stage): Promise<void> {
  const { five, url } = stage
  await t.test('400/215 without credentials', async () => {
    const answer = await ask(`${url}?user_id=${five.id}`)
    assertError(answer, 400, 215, 'Bad Authentication data.')
  })
  await t.test('401/89 an unknown bearer token', async () => {
    const answer = await stage.ask(`user_id=${five.id}`, () => 'Bearer AAAA')
    assertError(answer, 401, 89, 'Invalid or expired token.')
  })
  await t.test('401/32 an invalid signature', async () => {
    const sign = await stage.app.asUser(five.id)
    const answer = await stage.ask(`user_id=${five.id}`, (method, url) => sign(method, `${url}0`))
    assertError(answer, 401, 32, 'Could not authenticate you.')
  })
  for (const bad of ['abc', '-5', '1.5', '9223372036854775808', '%00']) {
    await t.test(`400/44 user_id=${bad}`, async () => {
      assertError(await stage.ask(`user_id=${bad}`), 400, 44, 'user_id parameter is invalid.')
    })
  }
  await t.test('404/34 a wrong method, and a path without .json', async () => {
    const query = `user_id=${five.id}`
    assertNoPage(await ask(`${url}?${query}`, stage.app.asApp, 'POST'))
    assertNoPage(await ask(`${url.replace('.json', '')}?${query}`, stage.app.asApp))
  })
  await t.test('406 a path that ends in another format', async () => {
    const { status } = await ask(`${url.replace('.json', '.xml')}?user_id=${five.id}`, stage.app.asApp)
    assert.equal(status, 406)
  })
  await t.test('200 unknown parameters are ignored', async () => {
    assert.equal((await stage.ask(`user_id=${five.id}&colour=blue&tweet_mode=extended`)).status, 200)
  })
}

export async function limits(t: TestContext, list: IdList): Promise<void> {
  const clock = new TestClock()
  const { context, url } = await startTestServer(t, { clock })
  const [owner] = await ownerOf(context, list, 1)
  const [app, other] = [await createTestApp(context), await createTestApp(context)]
  const target = `${url}${list.path}?user_id=${owner.id}`
  const reset = String(clock.now() / 1000 + 900)
  for (const credentials of [app.asApp, await app.asUser(owner.id)]) {
    for (let left = 14; left >= 0; left--) {
      const { status, headers } = await ask(target, credentials)
      assert.equal(status, 200)
      assert.deepEqual(windowOf(headers), ['15', String(left), reset])
    }
    const refused = await ask(target, credentials)
    assertError(refused, 429, 88, 'Rate limit exceeded')
    assert.deepEqual(windowOf(refused.headers), ['15', '0', reset])
  }
  assert.equal((await ask(target, other.asApp)).status, 200)
  clock.advance(900_000)
  assert.equal((await ask(target, app.asApp)).status, 200)
}

function windowOf(headers: Headers): (string | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-rate-limit-${name}`))
}
