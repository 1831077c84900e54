/** Tests the bytes of responses, over plain HTTP and over TLS. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../support/api-client.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, headerOf, requestText, Wire, type WireAnswer } from '../support/http/wire.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'

const READ = '/1.1/test/read.json'
const FORM = 'application/x-www-form-urlencoded'
const CHUNKED = ['transfer-encoding', 'chunked'] as const

/** Requests for every kind of response, with the status of the response. */
const ANSWERED: readonly (readonly [what: string, status: number, request: string])[] = [
  ['no credentials', 400, requestText(`GET ${READ} HTTP/1.1`)],
  ['an unknown path', 404, requestText('GET /nothing HTTP/1.1')],
  ['an unknown path of Labs', 404, requestText('GET /labs/2/nothing HTTP/1.1')],
  ['a wrong method', 404, requestText(`POST ${READ} HTTP/1.1`)],
  ['HEAD', 400, requestText(`HEAD ${READ} HTTP/1.1`)],
  ['a method of other protocols', 404, requestText('PROPFIND / HTTP/1.1')],
  ['another format', 406, requestText('GET /1.1/test/read.xml HTTP/1.1')],
  ['no format', 404, requestText('GET /1.1/test/read HTTP/1.1')],
  ['another format of an unknown path', 404, requestText('GET /1.1/nothing.xml HTTP/1.1')],
  ['a retired version', 410, requestText('GET /1/statuses/show.json HTTP/1.1')],
  ['a page', 200, requestText('GET /versioning HTTP/1.1')],
  ['HTTP/1.0', 400, requestText(`GET ${READ} HTTP/1.0`)],
  ['a whole URL as target', 400, requestText(`GET http://a.example${READ} HTTP/1.1`)],
  ['a broken escape in the path', 400, requestText('GET /1.1/%zz.json HTTP/1.1')],
  ['bytes in the path that are not UTF-8', 400, requestText('GET /1.1/%ff.json HTTP/1.1')],
  ['a fragment', 400, requestText(`GET ${READ}#part HTTP/1.1`)],
  ['a bare star', 400, requestText('OPTIONS * HTTP/1.1')],
  ['bytes above ASCII in the target', 400, requestText('GET /\xc3\xa9 HTTP/1.1')],
  ['no host', 400, `GET ${READ} HTTP/1.1\r\n\r\n`],
  ['two hosts', 400, requestText(`GET ${READ} HTTP/1.1`, hosts('a', 'b'))],
  ['the same host twice', 400, requestText(`GET ${READ} HTTP/1.1`, hosts('a', 'a'))],
  ['an expectation', 400, requestText(`GET ${READ} HTTP/1.1`, [['expect', 'wonders']])],
  ['an odd content type', 400, requestText('POST / HTTP/1.1', body('hello', 'text'), 'hello')],
  ['101 headers', 431, requestText(`GET ${READ} HTTP/1.1`, flood(101))],
  // The parser refuses the following requests.
  ['headers of 40 KB', 431, requestText(`GET ${READ} HTTP/1.1`, [['x', 'y'.repeat(40_000)]])],
  ['a target of 40 KB', 431, requestText(`GET /${'y'.repeat(40_000)} HTTP/1.1`)],
  ['an unknown method', 400, requestText('BREW / HTTP/1.1')],
  ['two lengths', 400, requestText('POST / HTTP/1.1', [...body('a'), ['content-length', '2']], 'a')],
  ['a length and chunks', 400, requestText('POST / HTTP/1.1', [...body('a'), CHUNKED], 'a')],
  ['a space before the colon', 400, requestText('GET / HTTP/1.1', [['x ', 'y']])],
  ['a folded header', 400, requestText('GET / HTTP/1.1', [['x', 'y\r\n z']])],
  ['CONNECT', 400, requestText('CONNECT a.example:443 HTTP/1.1')],
  ['TLS on a listener without TLS', 400, '\x16\x03\x01\x02\r\n\r\n'],
]

function hosts(...names: readonly string[]) {
  return names.map((name) => ['host', name] as const)
}

function body(text: string, type = 'application/json') {
  return [['content-type', type] as const, ['content-length', String(text.length)] as const]
}

function flood(count: number) {
  return Array.from({ length: count - 1 }, (_, index) => [`x-${index}`, 'y'] as const)
}

/** Header names that Node writes in mixed case by default. The server must write them in lower case. */
const NODES_OWN = ['date', 'connection', 'content-length']

for (const scheme of ['http', 'https'] as const) {
  test(`bytes of responses, ${scheme}`, async (t) => {
    const { certFile, keyFile } = await testCertificate(t)
    const settings: Record<string, string> =
      scheme === 'https' ? { tls_cert: certFile, tls_key: keyFile } : {}
    const { url, context } = await startTestServer(t, { settings, families: testFamilies() })
    const { asApp } = await createTestApp(context)
    const authorization = ['authorization', asApp('GET', '')] as const
    const ask = (line: string, headers: readonly (readonly [string, string])[] = [], text = '') =>
      exchange(url, requestText(line, [authorization, ...headers], text))

    for (const [what, status, request] of ANSWERED) {
      if (scheme === 'https' && what.startsWith('TLS')) continue
      await t.test(`spec/contract.md#wire-rules: names are in lower case on ${status}, ${what}`, async () => {
        const answer = await exchange(url, request)
        assert.equal(answer.status, status, answer.body)
        assertLowerCase(answer)
        if (!request.startsWith('HEAD ') && !answer.body.startsWith('<')) JSON.parse(answer.body)
      })
    }

    await t.test('header names are in lower case on 200, 204 and 100', async () => {
      assertLowerCase(await ask(`GET ${READ} HTTP/1.1`))
      const wire = await Wire.open(url)
      wire.send(requestText('DELETE /1.1/test/nothing.json HTTP/1.1', [authorization]))
      assertLowerCase(await wire.answer())
      wire.send(
        requestText('POST /1.1/test/write.json HTTP/1.1', [...body('a'), ['expect', '100-continue']], 'a'),
      )
      assert.deepEqual(await wire.answer(), {
        line: 'HTTP/1.1 100 Continue',
        status: 100,
        headers: [],
        body: '',
      })
      assertLowerCase(await wire.answer())
      wire.close()
    })

    await t.test(
      'spec/http.md#response-headers: a 204 has the length 0, the type text/html and no body',
      async () => {
        const wire = await Wire.open(url)
        for (let time = 0; time < 2; time += 1) {
          wire.send(requestText('DELETE /1.1/test/nothing.json HTTP/1.1', [authorization]))
          const answer = await wire.answer()
          assert.equal(answer.status, 204)
          assert.equal(headerOf(answer, 'content-length'), '0')
          assert.equal(headerOf(answer, 'content-type'), 'text/html;charset=utf-8')
        }
        assert.equal(wire.text, '')
        wire.close()
      },
    )

    await t.test(
      'spec/clients.md#requests: a request with `connection: close` gets its response, and the connection closes',
      async () => {
        for (const value of ['close', 'Close', 'keep-alive, close']) {
          const wire = await Wire.open(url)
          wire.send(requestText(`GET ${READ} HTTP/1.1`, [['connection', value]]))
          assert.equal(headerOf(await wire.answer(), 'connection'), 'close')
          assert.equal(await wire.end(), '')
        }
      },
    )

    await t.test('connections stay open by default, and with HTTP/1.0 only on request', async () => {
      const wire = await Wire.open(url)
      for (const [line, headers, kept] of [
        [`GET ${READ} HTTP/1.1`, [], true],
        [`GET ${READ} HTTP/1.0`, [['connection', 'Keep-Alive']], true],
        [`GET ${READ} HTTP/1.0`, [], false],
      ] as const) {
        wire.send(requestText(line, headers))
        const answer = await wire.answer()
        assert.equal(headerOf(answer, 'connection'), kept ? 'keep-alive' : 'close')
        assert.equal(headerOf(answer, 'keep-alive'), kept ? 'timeout=72' : undefined)
      }
      assert.equal(await wire.end(), '')
    })

    await t.test('pipelined responses are in order, each with its own transaction id', async () => {
      const wire = await Wire.open(url)
      const paths = ['/nothing', READ, '/1/a.json', '/labs/2/nothing', READ]
      wire.send(paths.map((path) => requestText(`GET ${path} HTTP/1.1`)).join(''))
      const answers: WireAnswer[] = []
      for (const _ of paths) answers.push(await wire.answer())
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 400, 410, 404, 400],
      )
      const names = (name: string) => new Set(answers.map((answer) => headerOf(answer, name)))
      assert.equal(names('x-transaction').size, paths.length)
      assert.equal(names('x-connection-hash').size, 1)
      wire.close()
    })

    await t.test(
      'RFC 9112 3.2.2: the authority of an absolute URL takes precedence over the Host header',
      async () => {
        const answer = await ask('GET http://a.example/1.1/test/echo/7.json?text=x HTTP/1.1')
        assert.deepEqual([answer.status, answer.body], [200, '{"id":"7","text":"x"}'])
      },
    )

    await t.test('a path parameter takes precedence over a query parameter with the same name', async () => {
      const answer = await ask('GET /1.1/test/echo/7.json?id=8&text=a&text=b HTTP/1.1')
      assert.equal(answer.body, '{"id":"7","text":"a"}')
    })

    await t.test('a body that the server does not read does not disturb the next request', async () => {
      const wire = await Wire.open(url)
      wire.send(requestText('POST /nothing HTTP/1.1', body('x'.repeat(60_000)), 'x'.repeat(60_000)))
      assert.equal((await wire.answer()).status, 404)
      wire.send(requestText(`GET ${READ} HTTP/1.1`))
      assert.equal((await wire.answer()).status, 400)
      wire.close()
    })

    await t.test('413/214: a form above 64 KiB gets its response before the connection closes', async () => {
      const text = 'x'.repeat(100_000)
      const chunked = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
      for (const [headers, sent] of [
        [body(text, FORM), text],
        [[['content-type', FORM] as const, CHUNKED], chunked],
      ] as const) {
        const wire = await Wire.open(url)
        wire.send(requestText('POST /1.1/test/write.json HTTP/1.1', headers, sent))
        const answer = await wire.answer()
        assert.equal(answer.status, 413)
        assert.equal(answer.body, '{"errors":[{"code":214,"message":"The request is too large."}]}')
        assert.equal(headerOf(answer, 'connection'), 'close')
        assertLowerCase(answer)
        assert.equal(await wire.end(), '')
      }
    })

    await t.test('a form of 64 KiB is read', async () => {
      const text = `text=${'x'.repeat(64 * 1024 - 5)}`
      const answer = await exchange(
        url,
        requestText('POST /1.1/test/write.json HTTP/1.1', body(text, FORM), text),
      )
      assert.equal(answer.status, 400)
      assert.match(answer.body, /"code":215/)
    })

    await t.test('400/214: a form that is not UTF-8, or has invalid escapes, is refused', async () => {
      for (const text of ['text=\xff', 'text=\xc3', 'text=%zz', 'text=%ff']) {
        const headers = [authorization, ...body(text, FORM)]
        const answer = await exchange(
          url,
          requestText('POST /1.1/test/write_as_app.json HTTP/1.1', headers, text),
        )
        assert.deepEqual(
          [answer.status, answer.body],
          [400, '{"errors":[{"code":214,"message":"Bad request."}]}'],
        )
      }
    })

    await t.test(
      'requests of twit are accepted: a JSON content type with length 0, even on GET and DELETE',
      async () => {
        const json = body('')
        assert.equal((await ask('POST /1.1/test/write_as_app.json HTTP/1.1', json)).status, 200)
        assert.equal((await ask('GET /1.1/test/echo/1.json HTTP/1.1', json)).status, 200)
        assert.equal((await ask('DELETE /1.1/test/nothing.json HTTP/1.1', json)).status, 204)
      },
    )

    await t.test(
      'a content type without a body: an empty form is accepted, and a multipart type counts as no body',
      async () => {
        const form: [string, string][] = [['content-type', FORM]]
        const path = 'POST /1.1/test/write_as_app.json?a=b HTTP/1.1'
        assert.equal((await ask(path, form)).status, 200)
        assert.equal((await ask(path, [...form, ['content-length', '0']])).status, 200)
        const parts: [string, string][] = [['content-type', 'multipart/form-data; boundary=b']]
        assert.equal((await ask(path, parts)).status, 200)
      },
    )

    await t.test(
      'requests of tweepy are accepted: POST, all parameters in the query, no content type',
      async () => {
        const answer = await ask('POST /1.1/test/write_as_app.json?a=b HTTP/1.1', [['content-length', '0']])
        assert.equal(answer.status, 200)
      },
    )
  })
}

function assertLowerCase({ status, headers, line }: WireAnswer): void {
  assert.match(line, /^HTTP\/1\.1 \d{3} /)
  const names = headers.map(([name]) => name)
  for (const name of names) assert.equal(name, name.toLowerCase())
  for (const name of NODES_OWN) {
    assert.equal(names.filter((each) => each === name).length, 1, `${name} on ${status}`)
  }
}
