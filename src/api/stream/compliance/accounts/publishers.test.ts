import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, type Hooks, shareInSuite } from '../../../../../test/support/engines.ts'
import { exchange, requestText } from '../../../../../test/support/http/wire.ts'
import { slowTest } from '../../../../../test/support/part.ts'
import { startTestServer, type TestServerOptions } from '../../../../../test/support/server.ts'
import {
  basic,
  Consumer,
  createAccount,
  EMAIL,
  PASSWORD,
  pathOf,
  STREAM,
} from '../../../../../test/support/streams/compliance-stream.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { StoreCorrupt } from '../../../../db/errors.ts'
import { changeConsolePassword, createConsoleUser } from '../../../../domain/console/console-account.ts'
import { createStream, removeStream } from '../../../../domain/console/stream.ts'
import { MAX_CONNECTIONS } from '../../../../streams/compliance/hub.ts'

async function stage(t: Hooks, options: TestServerOptions = { settings: { limits: 'off' } }) {
  const server = await startTestServer(t, options)
  await createAccount(server.context)
  const open: Consumer[] = []
  t.after(() => {
    for (const consumer of open) consumer.close()
  })
  const connect = async (path = pathOf(1), headers: Readonly<Record<string, string>> = {}) => {
    const consumer = await Consumer.open(server.url, path, headers)
    open.push(consumer)
    return consumer
  }
  return { ...server, connect }
}

/** Checks that a response is an error in the form of spec/compliance-stream.md#errors. */
async function refused(consumer: Consumer, status: number, message: RegExp | string): Promise<void> {
  let body = ''
  for await (const chunk of consumer.body) body += String(chunk)
  assert.equal(consumer.status, status, body)
  assert.equal(consumer.headers['content-type'], 'application/json')
  assert.equal(consumer.headers['content-encoding'], undefined)
  const { error, ...more } = JSON.parse(body) as { error: { message: string; sent: string } }
  assert.deepEqual(more, {})
  assert.deepEqual(Object.keys(error), ['message', 'sent'])
  assert.match(error.sent, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  if (typeof message === 'string') assert.equal(error.message, message)
  else assert.match(error.message, message)
}

const COMPRESSION =
  "This connection requires compression. To enable compression, send an 'Accept-Encoding: gzip' header in your request " +
  'and be ready to uncompress the stream as it is read on the client end.'
const BAD_PARTITION = 'Invalid partition: must be an integer between 1 and 8.'

describe('spec/compliance-stream.md#request and spec/compliance-stream.md#response: the response', () => {
  const shared = shareInSuite((hooks) => stage(hooks))

  test('200 has the documented headers, and a header with the position only on request', async () => {
    const { connect } = await shared()
    const { status, headers } = await connect()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(headers['transfer-encoding'], 'chunked')
    assert.equal(headers['content-length'], undefined)
    assert.equal(headers['aviary-position'], undefined)
    const asked = await connect(pathOf(2, '&positions=true'))
    assert.match(String(asked.headers['aviary-position']), /^\d+$/)
  })

  test('the Accept header is ignored', async () => {
    const { connect } = await shared()
    // No other test of this server connects to this partition, because a partition has two connections.
    assert.equal((await connect(pathOf(3), { accept: '*/*' })).status, 200)
    assert.equal((await connect(pathOf(3), { accept: 'text/html' })).status, 200)
  })
})

describe('spec/compliance-stream.md#errors: errors', () => {
  /**
   * One server for all tests that do not change it. A partition has two connections, and connections stay open until
   * the end of the suite. A test that expects 200 therefore needs a partition that the
   * other tests do not use: the tests of 400/2 and 400/3 fill partition 1.
   */
  const shared = shareInSuite((hooks) => stage(hooks))

  const clock = new TestClock()
  /** One server for tests that count requests by its clock. */
  const limited = shareInSuite((hooks) => stage(hooks, { clock }))
  /** Joins the server with {@link limited} when the requests of earlier tests do not count any more. */
  const joinLimited = async () => {
    const joined = await limited()
    clock.advance(60_000)
    return joined
  }

  test('400/1 a partition that is not 1 to 8', async () => {
    const { connect } = await shared()
    const path = pathOf(1).replace('?partition=1', '')
    for (const query of [
      '',
      '?',
      '?partition',
      '?partition=',
      '?partition=0',
      '?partition=9',
      '?partition=-1',
      '?partition=1,2',
      '?partition=1.0',
      '?partition=01',
      '?partition=%31%00',
      '?partition=1%20',
      '?partition=1&partition=1',
      '?partition=1&partition=2',
      `?partition=1${'0'.repeat(20)}`,
      '?Partition=1',
    ]) {
      await refused(await connect(path + query), 400, BAD_PARTITION)
    }
  })

  test('400/2 a position that the log does not have', async () => {
    const { connect } = await shared()
    for (const value of ['', '-1', 'x', '1e3', '9'.repeat(19), '9'.repeat(20), '0&resume_after=0']) {
      await refused(await connect(pathOf(1, `&resume_after=${value}`)), 400, /^Invalid resume_after/)
    }
    assert.equal((await connect(pathOf(1, '&resume_after=0'))).status, 200)
  })

  test('400/3 minutes that are not 1 to 5, and minutes together with a position', async () => {
    const { connect } = await shared()
    for (const value of ['', '0', '6', '1.5', '1&backfill_minutes=1', '1&resume_after=0']) {
      await refused(await connect(pathOf(1, `&backfill_minutes=${value}`)), 400, /^Invalid backfill_minutes/)
    }
    assert.equal((await connect(pathOf(1, '&backfill_minutes=5'))).status, 200)
  })

  test('400/4 a value of positions that is not true or false', async () => {
    const { connect } = await shared()
    for (const value of ['', '1', 'TRUE', 'true&positions=true']) {
      await refused(await connect(pathOf(1, `&positions=${value}`)), 400, /^Invalid positions/)
    }
  })

  test('401/1 credentials that are wrong, missing, malformed or huge, with a challenge', async () => {
    const { connect } = await shared()
    for (const authorization of [
      '',
      basic(EMAIL, 'wrong'),
      basic('nobody@example.org'),
      basic('\0'),
      basic(EMAIL, ''),
      `Basic ${Buffer.from(EMAIL).toString('base64')}`,
      'Basic',
      'Basic ====',
      `Bearer ${PASSWORD}`,
      `Basic ${'A'.repeat(10_000)}`,
      `${basic()}, ${basic()}`,
    ]) {
      const consumer = await connect(pathOf(1), { authorization })
      await refused(consumer, 401, 'Invalid credentials.')
      assert.equal(consumer.headers['www-authenticate'], 'Basic realm="Firehose"', authorization)
    }
  })

  test('401/1 credentials that were sent twice', async () => {
    const { url } = await shared()
    const headers = [
      ['accept-encoding', 'gzip'],
      ['authorization', basic()],
      ['authorization', basic()],
    ] as const
    const { status } = await exchange(url, requestText(`GET ${pathOf(1)} HTTP/1.1`, headers))
    assert.equal(status, 401)
  })

  test('401/1 the old password immediately after a change; open streams continue', async (t) => {
    const { connect, context } = await stage(t)
    const before = await connect()
    await changeConsolePassword(context, EMAIL, 'a new password')
    await refused(await connect(), 401, 'Invalid credentials.')
    const after = await connect(pathOf(1), { authorization: basic(EMAIL, 'a new password') })
    assert.deepEqual([before.status, after.status], [200, 200])
    assert.equal(before.hasEnded, false)
  })

  test('401/1 an account that is unknown or belongs to others; the response does not reveal if the password is right', async (t) => {
    // It has its own server, because only ten wrong passwords for an address are allowed.
    const { connect, context } = await stage(t)
    const user = {
      accountName: 'other',
      email: 'other@example.org',
      password: PASSWORD,
      role: 'admin',
    } as const
    await createConsoleUser(context, user)
    for (const account of ['nobody', '%00', 'other', 'ACME']) {
      await refused(await connect(pathOf(1).replace('acme', account)), 401, 'Invalid credentials.')
    }
    const stranger = { authorization: basic('other@example.org') }
    await refused(await connect(pathOf(1), stranger), 401, 'Invalid credentials.')
    assert.equal((await connect()).status, 200)
  })

  test('401/1 is reported before any error in the URL', async () => {
    const { connect } = await shared()
    for (const authorization of ['', `Bearer ${PASSWORD}`, basic(EMAIL, 'wrong')]) {
      for (const path of [
        pathOf(9),
        pathOf(1, '&resume_after=x'),
        pathOf(1).replace('twitter', 'nobody'),
        pathOf(1).replace('prod', 'dev'),
      ]) {
        const consumer = await connect(path, { authorization, 'accept-encoding': 'identity' })
        await refused(consumer, 401, 'Invalid credentials.')
      }
    }
  })

  test('404/1 a publisher or label that is unknown', async () => {
    const { connect } = await shared()
    for (const path of [
      pathOf(1).replace('twitter', 'nobody'),
      pathOf(1).replace('prod', 'dev'),
      pathOf(1).replace('prod', 'x'.repeat(500)),
      pathOf(1).replace('.json', ''),
      '/stream/compliance',
      '/stream/compliance/accounts/acme/publishers/twitter/prod/track.json',
    ]) {
      await refused(await connect(path), 404, 'Unknown stream.')
    }
  })

  test('404/1 a stream that is removed while its client connects; the slot of the connection is released', async (t) => {
    const { connect, context } = await stage(t)
    const { store } = context
    for (let count = 0; count < MAX_CONNECTIONS; count += 1) {
      const open = await connect()
      const first = store.first.bind(store)
      const { mock } = t.mock.method(store, 'first', async (query: never, parameters: never) => {
        const found = await first(query, parameters)
        if ('label' in parameters) {
          mock.restore()
          await removeStream(context, STREAM)
          // The hub has closed its earlier connections, and has not admitted the new connection yet.
          await open.ended
        }
        return found
      })
      const late = await connect()
      assert.equal(late.status, 404)
      await refused(late, 404, 'Unknown stream.')
      assert.equal(open.hasEnded, true)
      await createStream(context, STREAM)
    }
    for (let count = 0; count < MAX_CONNECTIONS; count += 1) assert.equal((await connect()).status, 200)
  })

  test('404/1 other methods', async () => {
    const { url } = await shared()
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
      const response = await fetch(url + pathOf(1), { method, headers: { authorization: basic() } })
      assert.equal(response.status, 404, method)
      await response.arrayBuffer()
    }
  })

  test('406/1 a request that does not accept gzip, with an uncompressed body', async () => {
    const { connect } = await shared()
    for (const coding of ['identity', 'gzip;q=0', 'deflate, br', '*;q=0', 'gzip;q=0, *', '']) {
      await refused(await connect(pathOf(1), { 'accept-encoding': coding }), 406, COMPRESSION)
    }
    for (const [index, coding] of ['gzip', 'GZIP;q=0.1', '*', 'br, gzip'].entries()) {
      const { status } = await connect(pathOf(index + 2), { 'accept-encoding': coding })
      assert.equal(status, 200, coding)
    }
  })

  test('406/1 a request without Accept-Encoding', async () => {
    const { url } = await shared()
    const { status, body } = await exchange(
      url,
      requestText(`GET ${pathOf(1)} HTTP/1.1`, [['authorization', basic()]]),
    )
    assert.equal(status, 406)
    assert.equal(JSON.parse(body).error.message, COMPRESSION)
  })

  test('429/1 more than 10 requests in 60 s; the response has the time to wait, and refused requests also count', async (t) => {
    const clock = new TestClock()
    const { connect } = await stage(t, { clock })
    for (let count = 0; count < 10; count += 1) {
      await refused(await connect(pathOf(9)), 400, BAD_PARTITION)
    }
    const eleventh = await connect()
    await refused(eleventh, 429, 'Exceeded connection request limit.')
    assert.equal(eleventh.headers['retry-after'], '60')
    // Each account in the URL has a separate budget. Requests for one account do not use up the budget of another
    // account.
    await refused(await connect(pathOf(1).replace('acme', 'other')), 401, 'Invalid credentials.')
    clock.advance(59_000)
    assert.equal((await connect()).headers['retry-after'], '1')
    clock.advance(1_000)
    assert.equal((await connect()).status, 200)
  })

  for (const [what, line, status] of [
    ['another method', `POST ${pathOf(1)}`, 404],
    ['HEAD', `HEAD ${pathOf(1)}`, 404],
    ['a query that cannot be decoded', `GET ${pathOf(1)}&positions=%zz`, 400],
    ['a path that cannot be decoded', `GET ${pathOf(1).replace('prod', '%zz')}`, 400],
    ['an account name with a percent escape', `GET ${pathOf(9).replace('acme', '%61cme')}`, 401],
    ['a path that is not a stream of the account', `GET ${pathOf(1).replace('publishers', 'readers')}`, 404],
  ] as const) {
    test(`429/1 every request counts: ${what}`, async () => {
      const { url, connect } = await joinLimited()
      for (let count = 0; count < 10; count += 1) {
        assert.equal((await exchange(url, requestText(`${line} HTTP/1.1`))).status, status)
      }
      await refused(await connect(), 429, 'Exceeded connection request limit.')
      assert.equal((await exchange(url, requestText(`${line} HTTP/1.1`))).status, 429)
    })
  }

  test('429/1 requests without an account do not count, and invalid names count together', async () => {
    const { url, connect } = await joinLimited()
    const ask = async (path: string) => (await exchange(url, requestText(`GET ${path} HTTP/1.1`))).status
    for (let count = 0; count < 11; count += 1) assert.equal(await ask('/stream/compliance'), 404)
    for (let count = 0; count < 10; count += 1) {
      assert.equal(await ask(pathOf(1).replace('acme', `%zz${count}`)), 400)
    }
    assert.equal(await ask(pathOf(1).replace('acme', 'a%20b')), 429)
    assert.equal((await connect()).status, 200)
  })

  slowTest('429/1 an account can open ten connections in a window, over all addresses', async (t) => {
    const clock = new TestClock()
    const { connect } = await stage(t, {
      clock,
      settings: { trusted_proxy: '127.0.0.0/8,::1' },
    })
    const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })
    for (let count = 0; count < 10; count += 1) {
      const stranger = { ...from('192.0.2.1'), authorization: basic(EMAIL, 'wrong') }
      await refused(await connect(pathOf(1), stranger), 401, 'Invalid credentials.')
    }
    for (let count = 0; count < 10; count += 1) {
      const { status } = await connect(pathOf((count % 8) + 1), from(`192.0.2.${10 + (count % 2)}`))
      assert.equal(status, 200, 'the stranger’s requests are not the account’s')
    }
    const spent = 'Exceeded connection request limit.'
    await refused(await connect(pathOf(8), from('192.0.2.12')), 429, spent)
    // Clients without valid credentials do not learn that the account exists or that it has reached its limit.
    const another = { ...from('192.0.2.13'), authorization: basic(EMAIL, 'wrong') }
    await refused(await connect(pathOf(8), another), 401, 'Invalid credentials.')
    clock.advance(60_000)
    // A refused connection does not count for the limit.
    assert.equal((await connect(pathOf(8), from('192.0.2.12'))).status, 200)
  })

  test('429/1 ten of many concurrent requests are admitted, and refused requests use no slot', async (t) => {
    const clock = new TestClock()
    const settings = { trusted_proxy: '127.0.0.0/8,::1' }
    const { connect } = await stage(t, { clock, settings })
    const storm = Array.from({ length: 16 }, (_, index) =>
      connect(pathOf((index % 8) + 1), {
        'x-forwarded-for': `192.0.2.${index}`,
        'x-forwarded-proto': 'https',
      }),
    )
    const statuses = (await Promise.all(storm)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 10)
    assert.equal(statuses.filter((status) => status === 429).length, 6)
    clock.advance(60_000)
    for (const [index, status] of statuses.entries()) {
      if (status === 429) assert.equal((await connect(pathOf((index % 8) + 1))).status, 200)
    }
  })

  test('429/2 a third connection to a partition', async (t) => {
    const { connect } = await stage(t)
    const [first] = [await connect(), await connect()]
    const third = await connect()
    await refused(third, 429, 'This stream is currently at the maximum allowed connection limit.')
    assert.equal(third.headers['retry-after'], '60')
    assert.equal((await connect(pathOf(2))).status, 200)
    first.close()
    for (;;) {
      const { status } = await connect()
      if (status === 200) break
      assert.equal(status, 429)
    }
  })

  for (const engine of ENGINES) {
    slowTest(
      `429/3 ten wrong passwords for an e-mail address from one network, over all accounts, also with limits off, on ${engine}`,
      async (t) => {
        const clock = new TestClock()
        const settings = { limits: 'off', trusted_proxy: '127.0.0.0/8,::1' }
        const { connect } = await stage(t, { engine, clock, settings })
        const from = (address: string, authorization = basic()) => ({
          'x-forwarded-for': address,
          'x-forwarded-proto': 'https',
          authorization,
        })
        for (let count = 0; count < 10; count += 1) {
          // One of the passwords is right, but it is for another account. It also counts as wrong.
          const password = count === 5 ? PASSWORD : `guess ${count}`
          const email = count % 2 === 0 ? EMAIL : EMAIL.toUpperCase()
          const path = pathOf(1).replace('acme', `account${count}`)
          const guess = await connect(path, from('192.0.2.1', basic(email, password)))
          await refused(guess, 401, 'Invalid credentials.')
        }
        const words = 'Too many requests with invalid credentials. Wait before trying again.'
        for (const path of [pathOf(1), pathOf(1).replace('acme', 'another')]) {
          const next = await connect(path, from('192.0.2.1'))
          await refused(next, 429, words)
          assert.equal(next.headers['retry-after'], '900')
        }
        assert.equal((await connect(pathOf(1), from('192.0.2.2'))).status, 200, 'from elsewhere')
        await refused(await connect(pathOf(1), from('192.0.2.1')), 429, words)
        clock.advance(900_000)
        assert.equal((await connect(pathOf(1), from('192.0.2.1'))).status, 200)
      },
    )

    slowTest(
      `guesses from one network do not block a sign-in from another network, on ${engine}`,
      async (t) => {
        const settings = { limits: 'off', trusted_proxy: '127.0.0.0/8,::1' }
        const { connect } = await stage(t, { engine, settings })
        const from = (address: string, authorization = basic()) => ({
          'x-forwarded-for': address,
          'x-forwarded-proto': 'https',
          authorization,
        })
        // The queue for slow hashes has no room for so many attempts. Each attempt needs a slow hash.
        const guesses = Array.from({ length: 80 }, (_, index) =>
          connect(pathOf(1), from('192.0.2.1', basic(`guess${index}@example.org`, 'wrong'))),
        )
        const first = guesses.map((guess) => guess.then(({ status }) => status))
        await Promise.race(first)
        const honest = await connect(pathOf(1), from('192.0.2.2'))
        assert.equal(honest.status, 200)
        const statuses = await Promise.all(first)
        assert.ok(statuses.includes(503), 'there was no room for all')
        for (const status of statuses) assert.ok([401, 429, 503].includes(status), String(status))
      },
    )
  }

  test('503 when the data is corrupt', async (t) => {
    const { connect, server } = await stage(t)
    server.state.damage = new StoreCorrupt('test')
    await refused(await connect(), 503, 'Service unavailable.')
  })

  test('the order of checks: 429, 401, 404, 400, 406', async () => {
    const { connect } = await joinLimited()
    const unknown = pathOf(9).replace('prod', 'dev')
    const wrong = { authorization: basic(EMAIL, 'wrong'), 'accept-encoding': 'identity' }
    const plain = { 'accept-encoding': 'identity' }
    assert.equal((await connect(unknown, wrong)).status, 401)
    assert.equal((await connect(unknown, plain)).status, 404)
    assert.equal((await connect(pathOf(9), plain)).status, 400)
    assert.equal((await connect(pathOf(1), plain)).status, 406)
    for (let count = 4; count < 10; count += 1) assert.equal((await connect(pathOf(9), plain)).status, 400)
    assert.equal((await connect(unknown, wrong)).status, 429)
  })
})
