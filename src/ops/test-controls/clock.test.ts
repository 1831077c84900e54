import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { repost } from '../../domain/posts/write/repost.ts'

const START = Date.UTC(2020, 7, 12)

/** The response to a request that cannot be parsed as HTTP. */
function unreadable(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('no request\r\n\r\n'))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

test('without the setting, a server has no test controls, no header of test mode and no token file', async (t) => {
  const { server, url, config } = await startTestServer(t)
  const operator = readFileSync(join(config.data, 'operator.token'), 'utf8').trim()
  const clock = `${server.opsUrl}/test/clock`
  for (const headers of [{}, { authorization: `Bearer ${operator}` }]) {
    const response = await fetch(clock, { headers })
    assert.equal(response.status, 404)
    assert.match(await response.text(), /--test-controls on/)
  }
  assert.equal((await fetch(url)).headers.has('aviary-test-controls'), false)
  assert.throws(() => readFileSync(join(config.data, 'test.token')), { code: 'ENOENT' })
  assert.doesNotMatch(await (await fetch(`${server.opsUrl}/readyz`)).text(), /test/)
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`control of the clock of a server in test mode, on ${engine}`, async (t) => {
    const { server, config, context, url, control, get } = await startInTestMode(t, {
      engine,
      clock: new TestClock(START),
    })
    const put = (body: unknown) => control('PUT', '/test/clock', body)
    const { asApp } = await createTestApp(context)
    const user = await createOneUser(context)
    const followers = () => get(`/1.1/followers/ids.json?user_id=${user.id}`, asApp)

    await t.test('public responses and the readiness response show test mode', async () => {
      for (const path of ['/1.1/followers/ids.json', '/nothing', '/2/tweets', '/openapi.json']) {
        assert.equal((await fetch(`${url}${path}`)).headers.get('aviary-test-controls'), 'on', path)
      }
      const stream = `${url}/1.1/statuses/sample.json`
      const authorization = (await (await createTestApp(context)).asUser(user.id))('GET', stream)
      const opened = await fetch(stream, { headers: { authorization } })
      assert.deepEqual([opened.status, opened.headers.get('aviary-test-controls')], [200, 'on'])
      await opened.body?.cancel()
      assert.match(await unreadable(url), /^HTTP\/1\.1 400 .*\r\naviary-test-controls: on\r\n/s)
      const ready = await (await fetch(`${server.opsUrl}/readyz`)).json()
      assert.deepEqual(ready, { status: 'ready', test_controls: 'on' })
    })

    await t.test('each token is valid only for its part of the admin listener', async () => {
      const operator = readFileSync(join(config.data, 'operator.token'), 'utf8').trim()
      assert.equal((await control('GET', '/test/clock', undefined, operator)).status, 401)
      assert.equal((await control('GET', '/test/clock', undefined, 'wrong')).status, 401)
      assert.equal((await control('GET', '/search-index')).status, 401)
      assert.equal((await control('GET', '/search-index', undefined, operator)).status, 200)
      assert.equal((await control('GET', '/test/nothing')).status, 404)
      const { status, body } = await control('GET', '/test/clock')
      assert.equal(status, 200)
      assert.deepEqual(body, { now: '2020-08-12T00:00:00.000Z', now_ms: START, speed: 1 })
    })

    await t.test('a rate window ends when the controlled clock passes its end', async () => {
      for (let call = 0; call < 15; call += 1) assert.equal((await followers()).status, 200)
      assert.equal((await followers()).status, 429)
      const { body } = await put({ step: '15m' })
      assert.equal(body['now_ms'], START + 900_000)
      assert.equal((await followers()).status, 200)
    })

    await t.test('the response to a step comes after the jobs that the step starts have ended', async () => {
      const reposter = await createOneUser(context)
      const post = await createPost(context, { authorId: user.id, text: 'soon gone' })
      await repost(context, { userId: reposter.id, postId: post.id })
      await deletePost(context, { postId: post.id })
      const statuses = async () =>
        (await findFullUsers(context.store, [reposter.id])).get(reposter.id)?.statusesCount
      assert.equal(await statuses(), 1)
      // The job removes the repost of the deleted post within ten seconds.
      await put({ step: '10s' })
      assert.equal(await statuses(), 0)
    })

    await t.test('reads, writes and readiness work after a step back by a month and forward', async () => {
      const before = await createPost(context, { authorId: user.id, text: 'before' })
      assert.equal((await put({ now: '2020-07-12' })).body['now'], '2020-07-12T00:00:00.000Z')
      const earlier = await createPost(context, { authorId: user.id, text: 'earlier' })
      assert.ok(earlier.id < before.id)
      assert.equal((await followers()).status, 200)
      assert.equal((await put({ now: '2020-10-01T02:00:00+02:00', speed: 0 })).body['speed'], 0)
      const later = await createPost(context, { authorId: user.id, text: 'later' })
      assert.ok(later.id > before.id)
      assert.equal((await followers()).status, 200)
      assert.equal((await fetch(`${server.opsUrl}/readyz`)).status, 200)
    })

    await t.test('errors of invalid input list the accepted values', async () => {
      const wrong: [unknown, RegExp][] = [
        [{ now: '2006-03-20' }, /times from 2010-11-04/],
        [{ now: '2200-01-01' }, /to 2079/],
        [{ now: 'tomorrow' }, /such as 2020-09-01T12:00:00Z/],
        [{ step: '2 weeks' }, /such as 90s, 15m, 2h or 7d/],
        [{ now: '2020-09-01', step: '1h' }, /contradict/],
        [{ speed: -1 }, /0 freezes/],
        [{ pace: 2 }, /0 freezes/],
        [{}, /0 freezes/],
      ]
      for (const [body, message] of wrong) {
        const answer = await put(body)
        assert.equal(answer.status, 400, JSON.stringify(body))
        assert.match(String(answer.body['error']), message)
      }
    })
  })
}
