import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HintServer } from './client-hint.ts'
import { clientLines, hintText } from './client-lines.ts'
import { CLIENT_HINTS } from './clients.ts'

const PLAIN: HintServer = { url: 'http://localhost:8080', caFile: undefined, proxy: undefined }
const PROXY = { url: 'http://localhost:8082', caFile: "/it's here/proxy-ca.pem" }

test('without a client proxy, clients that need it get a notice instead of lines', () => {
  for (const { client, by, code, shell, note } of clientLines(PLAIN)) {
    if (by === 'address') assert.ok(code.includes(PLAIN.url), client)
    else assert.deepEqual([code, [...shell], /--proxy-port/.test(note ?? '')], ['', [], true], client)
  }
})

test('with a client proxy, the values of its variables are quoted for a shell', () => {
  const [twarc] = clientLines({ ...PLAIN, proxy: PROXY }, 'twarc')
  assert.deepEqual(twarc?.shell, [
    "export HTTPS_PROXY=http://localhost:8082 REQUESTS_CA_BUNDLE='/it'\\''s here/proxy-ca.pem'",
  ])
})

test('the CA certificate of the server is set in a variable, or in a Java trust store', () => {
  const server: HintServer = { url: 'https://localhost', caFile: '/d/tls-ca.pem', proxy: undefined }
  const shellOf = (client: string) => clientLines(server, client).find(({ by }) => by === 'address')?.shell
  assert.deepEqual(shellOf('twitter-api-v2'), ['export NODE_EXTRA_CA_CERTS=/d/tls-ca.pem'])
  assert.deepEqual(shellOf('go-twitter-v2'), ['export SSL_CERT_FILE=/d/tls-ca.pem'])
  const [keytool, options] = shellOf('twitter4j') ?? []
  assert.match(keytool ?? '', /^keytool -importcert .* -file \/d\/tls-ca\.pem /)
  assert.match(options ?? '', /^export JAVA_TOOL_OPTIONS="-Djavax\.net\.ssl\.trustStore=/)
})

test('with TLS, the code has no HTTP agent', () => {
  const code = (url: string) => clientLines({ ...PLAIN, url }, 'twitter-api-v2')[0]?.code ?? ''
  assert.match(code('http://localhost:1'), /httpAgent/)
  assert.doesNotMatch(code('https://localhost:1'), /httpAgent/)
})

test('names of clients are distinct, and the text has a heading for each client and way', () => {
  const names = CLIENT_HINTS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const lines = clientLines({ ...PLAIN, proxy: PROXY })
  const headings = hintText(lines).filter((line) =>
    / by (the address of the server|the client proxy)$/.test(line),
  )
  assert.equal(headings.length, lines.length)
})
