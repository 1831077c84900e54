/**
 * Tests uploads over TLS and HTTP/2, on the public listener and on a separate listener (spec/README.md
 * "Hosts").
 */
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect } from 'node:http2'
import { test } from 'node:test'
import { must } from '../../src/lib/assert.ts'
import { jpeg } from '../support/media/samples.ts'
import { MediaStage, UPLOAD_PATH } from '../support/media/stage.ts'
import { testCertificate } from '../support/processes/certificates.ts'

interface Exchanged {
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

async function exchange(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Exchanged> {
  const stream = session.request(headers)
  const response = new Promise<Exchanged['headers']>((resolve) => stream.once('response', resolve))
  stream.setEncoding('latin1').end(body)
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return { headers: await response, text }
}

test('both listeners accept uploads over HTTP/2, and only the public listener serves ranges of the media', async (t) => {
  const { certFile: tls_cert, keyFile: tls_key } = await testCertificate(t, ['localhost'])
  const stage = await MediaStage.open(t, { settings: { tls_cert, tls_key, upload_port: '0' } })
  const { id: ownerId, as } = await stage.person()
  const form = new FormData()
  form.append('media', new Blob([new Uint8Array(await jpeg({ width: 900, height: 600 }))]))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  const type = request.headers.get('content-type') ?? ''
  const { urls } = stage.server.server
  for (const name of ['public', 'upload'] as const) {
    const url = must(urls[name], 'a listener')
    const session = connect(url, { rejectUnauthorized: false })
    t.after(() => session.close())
    const authorization = as('POST', `${url}${UPLOAD_PATH}`)
    const head = { ':method': 'POST', ':path': UPLOAD_PATH, authorization, 'content-type': type }
    const { headers, text } = await exchange(session, head, body)
    assert.equal(headers[':status'], 200, text)
    const [, id = ''] = /"media_id_string":"(\d+)"/.exec(text) ?? []
    const [medium] = await stage.take({ ownerId, mediaIds: [BigInt(id)] })
    const path = medium?.media_url_https ?? ''
    const part = await exchange(session, { ':path': path, range: 'bytes=0-2' })
    const expected = name === 'public' ? [206, '\xff\xd8\xff'] : [404, undefined]
    assert.deepEqual([part.headers[':status'], name === 'public' ? part.text : undefined], expected)
  }
})
