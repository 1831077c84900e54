/** GET /console/api/certificate: spec/console.md#certificate-notice. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:https'
import { test } from 'node:test'
import { ConsoleClient, openTestSession } from '../../../../test/support/console/console.ts'
import { testCertificate } from '../../../../test/support/processes/certificates.ts'
import { startTestServer } from '../../../../test/support/server.ts'

test('without TLS there is no certificate', async (t) => {
  const server = await startTestServer(t)
  const client = await ConsoleClient.signedIn(server)
  const { status, body } = await client.get('/certificate')
  assert.deepEqual([status, body], [200, { state: 'none', expires_at: null, days: null }])
})

test('a user who is not an administrator sees that a certificate ends within a day', async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  const settings = { tls_cert: certFile, tls_key: keyFile }
  const { url, context } = await startTestServer(t, { settings })
  const session = await openTestSession(context, { role: 'user' })
  const headers = { cookie: `__Host-aviary_console=${session}` }
  const request = get(`${url}/console/api/certificate`, { ca: cert, headers, agent: false })
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  assert.equal(response.statusCode, 200)
  assert.deepEqual(JSON.parse(Buffer.concat(chunks).toString()), {
    state: 'expiring',
    expires_at: new X509Certificate(cert).validToDate.toISOString(),
    days: 0,
  })
})

test('401/session-ended without a session', async (t) => {
  const { url } = await startTestServer(t)
  const { status, body } = await new ConsoleClient(url).get('/certificate')
  assert.deepEqual([status, body.reason], [401, 'session-ended'])
})
