import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, headerOf, requestText, Wire, type WireAnswer } from '../../test/support/http/wire.ts'
import { startTestServer } from '../../test/support/server.ts'

/** Headers that Node would write in mixed case; each of them must occur exactly once. */
const NODES_OWN = ['date', 'connection', 'content-length']

function assertLowerCase({ headers }: WireAnswer, what: string): void {
  const names = headers.map(([name]) => name)
  for (const name of names) assert.equal(name, name.toLowerCase(), what)
  for (const name of NODES_OWN)
    assert.equal(names.filter((each) => each === name).length, 1, `${name}: ${what}`)
}

const ASKED: readonly (readonly [status: number, request: string])[] = [
  [200, requestText('GET /healthz HTTP/1.1')],
  [200, requestText('HEAD /readyz HTTP/1.1')],
  [200, requestText('GET /metrics HTTP/1.1')],
  [200, requestText('GET /healthz HTTP/1.1', [['connection', 'Close']])],
  [200, requestText('GET /healthz HTTP/1.1', [['expect', 'something']])],
  [200, requestText('GET /healthz HTTP/1.0')],
  [401, requestText('GET /nothing HTTP/1.1')],
  [401, requestText('POST /nothing HTTP/1.1')],
  [421, requestText('GET /nothing HTTP/1.1', [['host', 'evil.example']])],
  [421, 'GET /nothing HTTP/1.1\r\n\r\n'],
  [400, 'nonsense\r\n\r\n'],
  [400, requestText('CONNECT a:1 HTTP/1.1')],
  [431, requestText('GET /healthz HTTP/1.1', [['x-long', 'x'.repeat(100_000)]])],
]

test('spec/contract.md#wire-rules: the admin listener also sends header names in lower case', async (t) => {
  const { server } = await startTestServer(t)
  for (const [status, request] of ASKED) {
    const answer = await exchange(server.opsUrl, request)
    const what = request.slice(0, 60)
    assert.equal(answer.status, status, what)
    assertLowerCase(answer, what)
  }
})

test('the admin listener keeps a connection open until the client asks to close it', async (t) => {
  const { server } = await startTestServer(t)
  const wire = await Wire.open(server.opsUrl)
  wire.send(requestText('GET /healthz HTTP/1.1', [['connection', 'keep-alive']]))
  const first = await wire.answer()
  assert.deepEqual(
    [headerOf(first, 'connection'), headerOf(first, 'keep-alive')],
    ['keep-alive', 'timeout=72'],
  )
  wire.send(requestText('GET /healthz HTTP/1.1', [['connection', 'close']]))
  assert.equal(headerOf(await wire.answer(), 'connection'), 'close')
  assert.equal(await wire.end(), '')
})
