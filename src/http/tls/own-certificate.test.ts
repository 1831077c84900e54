import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { issueCertificate } from './issue-certificate.ts'
import { ensureCertificate } from './own-certificate.ts'
import { MIRRORED_NAMES } from './public-names.ts'
import { type CertificateSettings, PROXY_CERTIFICATE, serverCertificates } from './server-certificates.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const DAY_MS = 86_400_000

test('spec/server.md#client-proxy: the certificate', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const { files, caFile } = await ensureCertificate(data, PROXY_CERTIFICATE, NOW, systemRandom)
  const pem = readFileSync(files.cert, 'utf8')
  const ca = new X509Certificate(readFileSync(caFile))
  const certificate = new X509Certificate(pem)

  await t.test('is valid for the mirrored names, and signed by the authority', () => {
    const names = certificate.subjectAltName?.split(', ').map((name) => name.replace('DNS:', ''))
    assert.deepEqual(names, MIRRORED_NAMES)
    assert.ok(certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
    assert.equal(ca.ca, true)
    assert.equal(certificate.ca, false)
  })

  await t.test('is stored in private files, without the key of the authority', () => {
    assert.deepEqual(readdirSync(data).sort(), ['proxy-ca.pem', 'proxy.pem'])
    assert.doesNotMatch(readFileSync(caFile, 'utf8'), /PRIVATE/)
    assert.equal(pem.match(/BEGIN PRIVATE KEY/g)?.length, 1)
    assert.ok(certificate.checkPrivateKey(createPrivateKey(pem)))
    for (const file of [files.cert, caFile]) assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  await t.test('is kept until 90 days before its expiry', async () => {
    const end = certificate.validToDate.getTime()
    await ensureCertificate(data, PROXY_CERTIFICATE, end - 91 * DAY_MS, systemRandom)
    assert.equal(readFileSync(files.cert, 'utf8'), pem)
    await ensureCertificate(data, PROXY_CERTIFICATE, end - 89 * DAY_MS, systemRandom)
    assert.notEqual(readFileSync(files.cert, 'utf8'), pem)
  })

  await t.test('is replaced when a file is corrupt or belongs to another authority', async () => {
    for (const [file, text] of [
      [caFile, 'damaged'],
      [caFile, ca.toString()],
      [files.cert, ''],
    ] as const) {
      writeFileSync(file, text)
      await ensureCertificate(data, PROXY_CERTIFICATE, NOW, systemRandom)
      const authority = new X509Certificate(readFileSync(caFile))
      assert.ok(new X509Certificate(readFileSync(files.cert)).verify(authority.publicKey))
    }
  })
})

test('spec/server.md#own-certificates: the certificate of --tls auto', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const settings = {
    ...{ data, tls: 'auto' as const, tls_cert: '', tls_key: '', proxy_port: undefined },
    ...{ hosts: ['api.example.org:8443', '10.1.2.3'], base_url: 'https://www.example.org', stream_url: '' },
  }
  const ensure = (changes: Partial<CertificateSettings> = {}, now = NOW) =>
    serverCertificates({ ...settings, ...changes }, now, systemRandom)
  const { own, files, proxy } = await ensure()
  const text = () => readFileSync(join(data, 'tls.pem'), 'utf8')
  const first = text()

  await t.test('is valid for the public names, for this machine, and for the names in the settings', () => {
    const names = [
      ...[...MIRRORED_NAMES, 'localhost', 'api.example.org', 'www.example.org'],
      ...['127.0.0.1', '::1'],
    ]
    assert.deepEqual(own?.names, names)
    assert.equal(files, own?.files)
    assert.equal(proxy, undefined)
  })

  await t.test('is kept while the names stay the same, and replaced when they change', async () => {
    await ensure()
    assert.equal(text(), first)
    await ensure({ hosts: [] })
    assert.equal(text(), first)
    await ensure({ hosts: ['other.example.org'] })
    assert.notEqual(text(), first)
  })

  await t.test('is replaced when it was issued with a wrong clock', async () => {
    const before = text()
    await ensure({ hosts: ['other.example.org'] }, NOW - 2 * DAY_MS)
    assert.notEqual(text(), before)
  })

  await t.test('is also the certificate of the client proxy', async () => {
    const both = await ensure({ proxy_port: 0 })
    assert.equal(both.proxy?.caFile, both.own?.caFile)
    assert.deepEqual(readdirSync(data).sort(), ['tls-ca.pem', 'tls.pem'])
  })
})

test('clients accept only certificates for the names and addresses of the authority', async (t) => {
  const handshake = async (dns: readonly string[], servername: string) => {
    const names = { dns, domains: ['x.com'], addresses: ['127.0.0.1', '::1'] }
    const { ca, certificate, key } = await issueCertificate('Test', names, Date.now(), systemRandom)
    const server = createServer({ cert: certificate, key }, (socket) => socket.end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port, ca, servername })
    return once(socket, 'secureConnect').then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  }
  assert.equal(await handshake(['api.x.com'], 'api.x.com'), 'accepted')
  assert.equal(await handshake(['api.x.com'], ''), 'accepted')
  assert.match(await handshake(['api.x.com', 'x.org'], 'api.x.com'), /permitted subtree violation/)
})
