/**
 * Tests OAuth 1.0a over HTTP: attacks must fail, and unusual requests must succeed
 * (spec/signatures.md#credentials, spec/clients.md#signed-requests).
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken, regenerateToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import type { Context } from '../../src/domain/context.ts'
import { ENGINES } from '../support/engines.ts'
import {
  authorization,
  encode,
  type Protocol,
  type Sending,
  type Signing,
  sendSigned,
  signed,
} from '../support/http/signed-wire.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, requestText, type WireAnswer } from '../support/http/wire.ts'
import { slowOnPostgres } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12)
const ECHO = '/1.1/test/echo/1.json'
const WRITE = '/1.1/test/write_as_app.json'

/** Status and code of an error, or the status of a success. */
function verdict({ status, body }: WireAnswer): string {
  const code = (JSON.parse(body) as { errors?: { code: number }[] }).errors?.[0]?.code
  return code === undefined ? String(status) : `${status}/${code}`
}

const GOOD = '200'
const REFUSED = '401/32'
const UNREADABLE = '400/215'
const UNKNOWN_TOKEN = '401/89'
const WRONG_TIME = '401/135'

async function makeKeys(context: Context) {
  const user = await createOneUser(context)
  const app = await createApp(context, { name: 'Test', ownerId: user.id, permissions: 'read-write' })
  const token = await issueToken(context, { appId: app.appId, userId: user.id })
  return {
    appId: app.appId,
    userId: user.id,
    consumer: { key: app.consumerKey, secret: app.consumerSecret },
    token: { key: token.accessToken, secret: token.accessTokenSecret },
  }
}

for (const engine of ENGINES)
  slowOnPostgres(engine)(`OAuth 1.0a attacks on ${engine}`, async (t) => {
    const clock = new TestClock(NOON)
    const options = { engine, clock, families: testFamilies(), settings: { limits: 'off' } }
    const server = await startTestServer(t, options)
    const { url, context } = server
    const keys = await makeKeys(context)
    const host = new URL(url).host
    const get = (changes: Partial<Signing> = {}): Signing => ({
      method: 'GET',
      scheme: 'http',
      host,
      target: `${ECHO}?text=hello`,
      consumer: keys.consumer,
      token: keys.token,
      timestamp: clock.now() / 1000,
      ...changes,
    })
    const post = (form: string, changes: Partial<Signing> = {}) =>
      get({ method: 'POST', target: WRITE, form, ...changes })
    /** Signs a request, sends it with changes, and returns the verdict of the server. */
    const attack = async (signing: Signing, sending: Sending = {}, protocol: Protocol = signed(signing)) =>
      verdict(await sendSigned(url, signing, protocol, sending))
    const attacks = async (name: string, body: (t: TestContext) => Promise<void>) => {
      await t.test(name, body)
    }

    await attacks('control: a valid request without changes succeeds', async () => {
      assert.equal(await attack(get()), GOOD)
      assert.equal(await attack(post('status=hello')), GOOD)
      assert.equal(await attack(get({ oauth: { oauth_version: undefined } })), GOOD)
    })

    await attacks(
      'a replayed nonce is refused, immediately and as long as its timestamp is valid',
      async () => {
        const signing = get()
        const protocol = signed(signing)
        assert.equal(await attack(signing, {}, protocol), GOOD)
        assert.equal(await attack(signing, {}, protocol), REFUSED)
        clock.set(NOON + 300_000)
        assert.equal(await attack(signing, {}, protocol), REFUSED)
        clock.set(NOON + 301_000)
        assert.equal(await attack(signing, {}, protocol), WRONG_TIME)
        clock.set(NOON)
        assert.notEqual(await attack(signing, {}, protocol), GOOD)
      },
    )

    await attacks(
      'an equal nonce with a different timestamp, token or consumer counts as a new nonce',
      async () => {
        const others = await makeKeys(context)
        const oauth = { oauth_nonce: 'sameforall' }
        const timestamp = clock.now() / 1000
        assert.equal(await attack(get({ oauth, timestamp })), GOOD)
        assert.equal(await attack(get({ oauth, timestamp: timestamp + 1 })), GOOD)
        assert.equal(await attack(get({ oauth, timestamp, ...others })), GOOD)
        assert.equal(await attack(get({ oauth, timestamp })), REFUSED)
      },
    )

    await attacks('a forged request does not use up the nonce of the real request', async () => {
      const oauth = { oauth_nonce: 'theirs' }
      assert.equal(await attack(get({ oauth, token: { ...keys.token, secret: 'guess' } })), REFUSED)
      assert.equal(await attack(get({ oauth })), GOOD)
    })

    await attacks('timestamps more than 5 minutes from the present are refused', async () => {
      const now = clock.now() / 1000
      for (const [seconds, expected] of [
        [-300, GOOD],
        [300, GOOD],
        [-301, WRONG_TIME],
        [301, WRONG_TIME],
        [-now, WRONG_TIME],
        [999_999_999_999_999 - now, WRONG_TIME],
      ] as const) {
        assert.equal(await attack(get({ timestamp: now + seconds })), expected, String(seconds))
      }
      for (const text of ['-1', '1.5', 'now', '1e9', '0x5f33', '9'.repeat(400)]) {
        assert.equal(await attack(get({ oauth: { oauth_timestamp: text } })), UNREADABLE, text)
      }
    })

    await attacks(
      'spec/errors.md#authentication-order: a timestamp out of its window is reported before an unknown token',
      async () => {
        const unknown = get({ token: { key: '1-nobody', secret: 'x' } })
        assert.equal(await attack(unknown), UNKNOWN_TOKEN)
        for (const seconds of [-301, 301]) {
          assert.equal(await attack({ ...unknown, timestamp: unknown.timestamp + seconds }), WRONG_TIME)
        }
      },
    )

    await attacks('a changed method, host, port, path, query or scheme is refused', async () => {
      const other = { target: '/1.1/test/echo/2.json?text=hello' }
      assert.equal(await attack(get(), other), REFUSED)
      assert.equal(await attack(get(), { target: `${ECHO}?text=Hello` }), REFUSED)
      assert.equal(await attack(get(), { target: `${ECHO}?text=hello&a=b` }), REFUSED)
      assert.equal(await attack(get(), { target: ECHO }), REFUSED)
      assert.equal(await attack(get({ target: WRITE }), { method: 'POST' }), REFUSED)
      assert.equal(await attack(get(), { host: 'api.example.org' }), REFUSED)
      assert.equal(await attack(get(), { host: 'localhost' }), REFUSED)
      assert.equal(await attack(get(), { host: 'localhost:1' }), REFUSED)
      assert.equal(await attack(get({ scheme: 'https' })), REFUSED)
      assert.equal(await attack(get({ method: 'get' })), '400/214', 'methods have a case')
    })

    await attacks('the base string has the host in lower case, without a default port', async () => {
      assert.equal(await attack(get({ host: 'api.example.org' }), { host: 'api.example.org:80' }), GOOD)
      assert.equal(await attack(get({ host: 'api.example.org' }), { host: 'API.Example.ORG' }), GOOD)
      assert.equal(await attack(get({ host: 'api.example.org:443' }), { host: 'api.example.org:443' }), GOOD)
      assert.equal(await attack(get({ host: 'api.example.org' }), { host: 'api.example.org:443' }), REFUSED)
    })

    await attacks('a Host header with a path, or without a valid host, is refused', async () => {
      for (const bad of ['localhost/1.1/test', 'user@localhost', 'localhost:http', 'local host', 'a,b', '']) {
        assert.equal(await attack(get(), { host: bad }), UNREADABLE, bad)
      }
    })

    await attacks(
      'a changed body is refused, even if a changed content type excludes the body from the signature',
      async () => {
        assert.equal(await attack(post('status=hello'), { form: 'status=hacked' }), REFUSED)
        assert.equal(await attack(post('status=hello'), { form: 'status=hello&status=more' }), REFUSED)
        assert.equal(await attack(post('status=hello'), { contentType: 'text/plain' }), REFUSED)
        assert.equal(await attack(post(''), { form: 'status=hello' }), REFUSED)
        const type = 'Application/X-WWW-Form-URLencoded; charset=utf-8'
        assert.equal(await attack(post('status=hello'), { contentType: type }), GOOD)
      },
    )

    await attacks('a JSON body and a multipart body are not signed', async () => {
      for (const contentType of ['application/json', 'multipart/form-data; boundary=x']) {
        const signing = get({ method: 'POST', target: WRITE })
        assert.equal(await attack(signing, { form: '{"a":"b=c&d"}', contentType }), GOOD)
      }
    })

    await attacks(
      'parameters in two places: equal oauth_ pairs count once, and different values are refused',
      async () => {
        const signing = get()
        const protocol = signed(signing)
        const inQuery = (name: string, value: string) => ({
          target: `${signing.target}&${name}=${encode(value)}`,
        })
        const same = inQuery('oauth_nonce', protocol['oauth_nonce'] ?? '')
        assert.equal(await attack(signing, same, protocol), GOOD)
        const fresh = signed(signing)
        assert.equal(await attack(signing, inQuery('oauth_nonce', 'other'), fresh), UNREADABLE)
        assert.equal(
          await attack(signing, inQuery('oauth_token', keys.token.key.replace(/.$/, '')), fresh),
          UNREADABLE,
        )
        const form = `oauth_consumer_key=${encode('someone else')}`
        assert.equal(await attack(post(''), { form }), UNREADABLE)
      },
    )

    await attacks(
      'complete credentials in the query or in the form are valid; divided credentials are invalid',
      async () => {
        const text = (protocol: Protocol) => new URLSearchParams(protocol).toString()
        const inQuery = get({ target: ECHO })
        const target = `${ECHO}?${text(signed(inQuery))}`
        assert.equal(await attack(inQuery, { target, headers: [] }), GOOD)
        const inForm = post('')
        assert.equal(await attack(inForm, { form: text(signed(inForm)), headers: [] }), GOOD)
        const { oauth_signature: signature = '', ...rest } = signed(inQuery)
        const split = { target: `${ECHO}?oauth_signature=${encode(signature)}` }
        assert.equal(await attack(inQuery, split, rest), UNREADABLE)
      },
    )

    await attacks('credentials both in the query and in a Bearer or Basic header are refused', async () => {
      const signing = get({ target: ECHO })
      const target = `${ECHO}?${new URLSearchParams(signed(signing))}`
      for (const other of ['Bearer AAAA', 'Basic YTpi']) {
        assert.equal(await attack(signing, { target, headers: [['authorization', other]] }), UNREADABLE)
      }
    })

    await attacks('duplicate and reordered parameters are sorted, and all are signed', async () => {
      const target = `${ECHO}?b=2&a=2&a=1&text=x&a=10&A=0&text=y`
      assert.equal(await attack(get({ target })), GOOD)
      const reordered = `${ECHO}?text=x&A=0&a=1&a=10&a=2&b=2&text=y`
      assert.equal(await attack(get({ target }), { target: reordered }), GOOD)
      assert.equal(
        await attack(get({ target }), { target: `${ECHO}?b=2&a=2&a=1&text=x&A=0&text=y` }),
        REFUSED,
      )
      const answer = await sendSigned(url, get({ target }), signed(get({ target })))
      assert.equal(JSON.parse(answer.body).text, 'x')
    })

    await attacks('double encoding: %2541 is %41 and not A', async () => {
      const once = get({ target: `${ECHO}?text=%2541` })
      const answer = await sendSigned(url, once, signed(once))
      assert.equal(JSON.parse(answer.body).text, '%41')
      assert.equal(await attack(get({ target: `${ECHO}?text=A` }), { target: `${ECHO}?text=%2541` }), REFUSED)
      assert.equal(await attack(get({ target: `${ECHO}?text=A` }), { target: `${ECHO}?text=%41` }), GOOD)
      assert.equal(
        await attack(get({ target: `${ECHO}?text=a%26b` }), { target: `${ECHO}?text=a&b=` }),
        REFUSED,
      )
    })

    await attacks(
      '+ and %20 are both a space in query and form; a + in the signature is not repaired',
      async () => {
        const plus = get({ target: `${ECHO}?text=a+b` })
        assert.equal(await attack(plus, { target: `${ECHO}?text=a%20b` }), GOOD)
        assert.equal(await attack(plus, { target: `${ECHO}?text=a%2Bb` }), REFUSED)
        assert.equal(await attack(post('status=a%20b'), { form: 'status=a+b' }), GOOD)
        const signing = get()
        const withPlus = () => {
          for (;;) {
            const protocol = signed(signing)
            if (protocol['oauth_signature']?.includes('+')) return protocol
          }
        }
        const protocol = withPlus()
        const broken = authorization({
          ...protocol,
          oauth_signature: protocol['oauth_signature']?.replaceAll('+', ' ') ?? '',
        })
        assert.equal(await attack(signing, { headers: [['authorization', broken]] }), REFUSED)
        assert.equal(await attack(signing, {}, protocol), GOOD)
      },
    )

    await attacks('invalid UTF-8 and broken escapes in query, form and header are refused', async () => {
      for (const bad of ['%ff', '%c3', '%zz', '%', '%e2%82', '%ed%a0%80', '%c0%80']) {
        assert.equal(await attack(get({ target: ECHO }), { target: `${ECHO}?text=${bad}` }), UNREADABLE, bad)
        assert.equal(await attack(post(''), { form: `status=${bad}` }), UNREADABLE, bad)
        const header = `${authorization(signed(get()))}, x="${bad}"`
        assert.equal(await attack(get(), { headers: [['authorization', header]] }), UNREADABLE, bad)
      }
    })

    await attacks(
      'the unreserved characters are A-Z a-z 0-9 - . _ ~; clients may send any character plain or encoded',
      async () => {
        const text = "-._~!*'()"
        const target = `${ECHO}?text=${encode(text)}`
        assert.equal(await attack(get({ target }), { target: `${ECHO}?text=${text}` }), GOOD)
        assert.equal(
          await attack(get({ target }), { target: `${ECHO}?text=%2d%2E%5f%7E%21%2a%27%28%29` }),
          GOOD,
        )
        const unicode = get({ target: `${ECHO}?text=${encode('☃ é 😀')}` })
        assert.equal(JSON.parse((await sendSigned(url, unicode, signed(unicode))).body).text, '☃ é 😀')
      },
    )

    await attacks('PLAINTEXT, RSA-SHA1, HMAC-SHA256 and a missing method are refused', async () => {
      const key = `${encode(keys.consumer.secret)}&${encode(keys.token.secret)}`
      const signing = get({ oauth: { oauth_signature_method: 'PLAINTEXT' } })
      assert.equal(await attack(signing, {}, { ...signed(signing), oauth_signature: key }), REFUSED)
      for (const method of ['RSA-SHA1', 'HMAC-SHA256', 'hmac-sha1', 'none']) {
        assert.equal(await attack(get({ oauth: { oauth_signature_method: method } })), REFUSED, method)
      }
      assert.equal(await attack(get({ oauth: { oauth_signature_method: undefined } })), UNREADABLE)
      assert.equal(await attack(get({ oauth: { oauth_signature_method: '' } })), UNREADABLE)
    })

    await attacks('oauth_version 2.0, 1 and others are refused; 1.0A is accepted as signed', async () => {
      for (const version of ['2.0', '1', '1.0b', '1.0A2', '1.0Å']) {
        assert.equal(await attack(get({ oauth: { oauth_version: version } })), REFUSED, version)
      }
      for (const version of ['1.0A', '1.0a']) {
        const signing = get({ oauth: { oauth_version: version } })
        assert.equal(await attack(signing), GOOD, version)
        assert.equal(await attack(signing, {}, { ...signed(signing), oauth_version: '1.0' }), REFUSED)
      }
    })

    await attacks('a missing, empty or unknown token, or the token of another app, is refused', async () => {
      const { token: _token, ...without } = get()
      assert.equal(await attack(without), UNREADABLE)
      assert.equal(await attack({ ...without, oauth: { oauth_token: '' } }), UNREADABLE)
      assert.equal(await attack(get({ token: { key: '1-nobody', secret: 'x' } })), UNKNOWN_TOKEN)
      const others = await makeKeys(context)
      assert.equal(await attack(get({ consumer: others.consumer })), UNKNOWN_TOKEN)
      assert.equal(await attack(get({ token: others.token })), UNKNOWN_TOKEN)
      for (const key of [
        '\0',
        "' or 1=1 --",
        '9'.repeat(100_00).slice(0, 9000),
        '99999999999999999999-a',
        '-',
      ]) {
        assert.equal(await attack(get({ token: { key, secret: 'x' } })), UNKNOWN_TOKEN)
      }
    })

    await attacks('a revoked token, and an old token after a regeneration, are refused', async () => {
      const pair = await makeKeys(context)
      assert.equal(await attack(get(pair)), GOOD)
      const fresh = await regenerateToken(context, pair)
      assert.equal(await attack(get(pair)), UNKNOWN_TOKEN)
      const next = { key: fresh.accessToken, secret: fresh.accessTokenSecret }
      assert.equal(await attack(get({ ...pair, token: next })), GOOD)
      assert.equal(await attack(get({ ...pair, token: { ...next, secret: pair.token.secret } })), REFUSED)
      await revokeToken(context, next.key)
      assert.equal(await attack(get({ ...pair, token: next })), UNKNOWN_TOKEN)
    })

    await attacks('two Authorization headers are refused, even if equal or if one is empty', async () => {
      const header = authorization(signed(get()))
      for (const second of [header, '', 'Bearer AAAA']) {
        const headers = [header, second].map((value) => ['authorization', value] as const)
        assert.equal(await attack(get(), { headers }), UNREADABLE)
        assert.equal(await attack(get(), { headers: headers.toReversed() }), UNREADABLE)
      }
    })

    await attacks(
      'a realm is ignored and never signed; the separators that clients use are accepted',
      async () => {
        const protocol = () => signed(get())
        const [scheme = '', ...pairs] = authorization(protocol()).split(/ (.*)/s)
        const realm = `${scheme} realm="http://x/", ${pairs[0]}`
        assert.equal(await attack(get(), { headers: [['authorization', realm]] }), GOOD)
        for (const separator of [',', ',   ', ' , ']) {
          const header = authorization(protocol()).replaceAll(', ', separator)
          assert.equal(await attack(get(), { headers: [['authorization', header]] }), GOOD, separator)
        }
        const lower = authorization(protocol()).replace('OAuth', 'oauth')
        assert.equal(await attack(get(), { headers: [['authorization', lower]] }), GOOD)
      },
    )

    await attacks('a nonce that is not ASCII, too long or empty is refused', async () => {
      for (const [nonce, expected] of [
        ['é', REFUSED],
        ['n'.repeat(129), REFUSED],
        ['', UNREADABLE],
        ['n'.repeat(128), GOOD],
        ['a+b/c=', GOOD],
      ] as const) {
        assert.equal(await attack(get({ oauth: { oauth_nonce: nonce } })), expected, nonce)
      }
    })

    await attacks('an empty, truncated, padded, changed or forged signature is refused', async () => {
      const signing = get()
      const { oauth_signature: signature = '', ...rest } = signed(signing)
      assert.equal(await attack(signing, {}, rest), UNREADABLE)
      assert.equal(await attack(signing, {}, { ...rest, oauth_signature: '' }), UNREADABLE)
      for (const forged of [
        signature.slice(0, -1),
        `${signature}=`,
        ` ${signature}`,
        signature.toLowerCase(),
        Buffer.from(signature, 'base64').toString('hex'),
        'A'.repeat(27).concat('='),
      ]) {
        assert.equal(await attack(signing, {}, { ...rest, oauth_signature: forged }), REFUSED, forged)
      }
    })

    await attacks('unknown oauth_ parameters are signed like any other parameter', async () => {
      assert.equal(await attack(get({ oauth: { oauth_body_hash: 'x' } })), GOOD)
      const signing = get()
      assert.equal(await attack(signing, {}, { ...signed(signing), oauth_extra: 'x' }), REFUSED)
    })

    await attacks('a header of 1 MB is refused before its end, and the server continues', async () => {
      const huge = `OAuth oauth_nonce="${'a'.repeat(1_000_000)}"`
      const answer = await exchange(url, requestText(`GET ${ECHO} HTTP/1.1`, [['authorization', huge]]))
      assert.equal(verdict(answer), '431/214')
      assert.equal(await attack(get()), GOOD)
    })

    await attacks('thousands of parameters are refused, and not sorted', async () => {
      const target = `${ECHO}?${'a&'.repeat(15_000)}`
      assert.equal(await attack(get({ target: ECHO }), { target }), UNREADABLE)
      assert.equal(await attack(post(''), { form: 'a=&'.repeat(20_000) }), UNREADABLE)
    })

    await attacks('a replayed nonce is refused after a clean restart and after a crash', async () => {
      const { config } = server
      const signing = get()
      const protocol = signed(signing)
      assert.equal(await attack(signing, {}, protocol), GOOD)
      await server.close()
      const again = await startTestServer(t, { ...options, config })
      const at = (target: string) => sendSigned(target, signing, protocol)
      assert.equal(verdict(await at(again.url)), REFUSED)
      await again.close()
      // On PostgreSQL, nonces are in a table, so they survive the process.
      if (engine === 'postgres') return
      // A killed server has stored no nonces, so after a start it refuses timestamps from before the start.
      rmSync(`${config.data}/nonces.bin`)
      clock.set(NOON + 2_000)
      const crashed = await startTestServer(t, { ...options, config })
      assert.equal(verdict(await at(crashed.url)), WRONG_TIME)
      const fresh = get({ timestamp: clock.now() / 1000 })
      assert.equal(verdict(await sendSigned(crashed.url, fresh, signed(fresh))), GOOD)
    })
  })
