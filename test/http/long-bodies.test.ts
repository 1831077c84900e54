/** Tests long bodies. No client may ever get a byte of a response to another client. */
import assert from 'node:assert/strict'
import { connect as connectHttp2 } from 'node:http2'
import { describe } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { v11Endpoint, v11Family } from '../../src/api/1.1/_family.ts'
import { optionalText } from '../../src/http/params.ts'
import { requestText, Wire } from '../support/http/wire.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'

/** A body of about this number of bytes. Every part of the body identifies the client. */
function bodyFor(name: string, bytes: number): string[] {
  const own = `"${name} é"`
  return Array.from({ length: Math.ceil(bytes / (own.length + 2)) }, () => own)
}

const PATH = '/1.1/long.json'

async function begin(t: Parameters<typeof startTestServer>[0], settings: Record<string, string> = {}) {
  const endpoint = v11Endpoint({
    paths: [PATH],
    summary: 'Says a name many times.',
    auth: ['none'],
    params: { name: optionalText('Whose.'), bytes: optionalText('How long.'), how: optionalText('As what.') },
    async handle({ params: { name = '', bytes = '0', how } }) {
      const texts = bodyFor(name, Number(bytes))
      if (how === 'text') return { status: 200, body: `[${texts.join(',')}]` }
      const pieces = ['[', texts.map((text, index) => (index % 2 === 0 ? text : Buffer.from(text))), ']']
      return { status: 200, body: undefined, pieces }
    },
  })
  return startTestServer(t, { families: [v11Family([endpoint])], settings })
}

const LENGTHS = [1_000, 17_000, 60_000, 64_000, 130_000, 400_000, 1_200_000]

const targetOf = (name: string, bytes: number, how = 'pieces') =>
  `${PATH}?name=${name}&bytes=${bytes}&how=${how}`
const expected = (name: string, bytes: number) => `[${bodyFor(name, bytes).join(',')}]`

describe('many concurrent clients', () => {
  test('each client gets its own response, compressed or not, while other clients disconnect or read nothing', async (t) => {
    const { url } = await begin(t)
    // These clients do not read their long responses, so the responses stay in memory.
    const stuck = await Promise.all(Array.from({ length: 4 }, () => Wire.open(url)))
    for (const [index, wire] of stuck.entries()) {
      wire.socket.pause()
      for (let time = 0; time < 6; time += 1) {
        wire.send(requestText(`GET ${targetOf(`stuck${index}x${time}`, 400_000)} HTTP/1.1`))
      }
    }
    await Promise.all(
      Array.from({ length: 12 }, async (_, client) => {
        for (let round = 0; round < 14; round += 1) {
          const bytes = LENGTHS[(client + round) % LENGTHS.length] ?? 0
          const name = `c${client}r${round}`
          if (round % 5 === 4) {
            const broken = await Wire.open(url)
            broken.send(requestText(`GET ${targetOf(`broken${client}`, 400_000)} HTTP/1.1`))
            broken.socket.resetAndDestroy()
          }
          const how = round % 3 === 0 ? 'text' : 'pieces'
          const encoding = round % 4 === 1 ? 'gzip' : 'identity'
          const answer = await fetch(`${url}${targetOf(name, bytes, how)}`, {
            headers: { 'accept-encoding': encoding },
          })
          assert.equal(await answer.text(), expected(name, bytes), `${name} ${bytes} ${how} ${encoding}`)
        }
      }),
    )
    for (const [index, wire] of stuck.entries()) {
      wire.socket.resume()
      for (let time = 0; time < 6; time += 1) {
        const { body } = await wire.answer()
        assert.ok(body === expected(`stuck${index}x${time}`, 400_000), `stuck ${index}, answer ${time}`)
      }
      wire.socket.destroy()
    }
  })

  test('over TLS and HTTP/2, each client gets its own response', async (t) => {
    const certificate = await testCertificate(t)
    const { url } = await begin(t, { tls_cert: certificate.certFile, tls_key: certificate.keyFile })
    const session = connectHttp2(url, { rejectUnauthorized: false })
    t.after(() => session.destroy())
    const ask = async (name: string, bytes: number, encoding: string) => {
      const stream = session.request({ ':path': targetOf(name, bytes), 'accept-encoding': encoding })
      const body = Buffer.concat(await stream.toArray())
      // Short responses are not compressed.
      return (body[0] === 0x1f ? gunzipSync(body) : body).toString()
    }
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const bytes = LENGTHS[index % LENGTHS.length] ?? 0
        const encoding = index % 3 === 0 ? 'gzip' : 'identity'
        assert.equal(await ask(`s${index}`, bytes, encoding), expected(`s${index}`, bytes), `s${index}`)
      }),
    )
    const wires = await Promise.all(Array.from({ length: 4 }, () => Wire.open(url)))
    for (const [index, wire] of wires.entries()) {
      for (const bytes of LENGTHS)
        wire.send(requestText(`GET ${targetOf(`w${index}b${bytes}`, bytes)} HTTP/1.1`))
    }
    for (const [index, wire] of wires.entries()) {
      for (const bytes of LENGTHS) {
        const { body } = await wire.answer()
        assert.equal(body, expected(`w${index}b${bytes}`, bytes))
      }
      wire.socket.destroy()
    }
  })
})
