import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { MIRRORED_NAMES } from './host-names.ts'
import { ensureProxyCertificate } from './proxy-certificate.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const DAY_MS = 86_400_000

test('spec/server.md#client-proxy: the certificate', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const { files, caFile } = await ensureProxyCertificate(data, NOW, systemRandom)
  const pem = readFileSync(files.cert, 'utf8')
  const ca = new X509Certificate(readFileSync(caFile))
  const certificate = new X509Certificate(pem)

  await t.test('is for the mirrored names, signed by the authority', () => {
    const names = certificate.subjectAltName?.split(', ').map((name) => name.replace('DNS:', ''))
    assert.deepEqual(names, MIRRORED_NAMES)
    assert.ok(certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
    assert.equal(ca.ca, true)
    assert.equal(certificate.ca, false)
  })

  await t.test('stores no key of the authority, and its files are private', () => {
    assert.deepEqual(readdirSync(data).sort(), ['proxy-ca.pem', 'proxy.pem'])
    assert.doesNotMatch(readFileSync(caFile, 'utf8'), /PRIVATE/)
    assert.equal(pem.match(/BEGIN PRIVATE KEY/g)?.length, 1)
    assert.ok(certificate.checkPrivateKey(createPrivateKey(pem)))
    for (const file of [files.cert, caFile]) assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  await t.test('stays, until 90 days before its end', async () => {
    const end = certificate.validToDate.getTime()
    await ensureProxyCertificate(data, end - 91 * DAY_MS, systemRandom)
    assert.equal(readFileSync(files.cert, 'utf8'), pem)
    await ensureProxyCertificate(data, end - 89 * DAY_MS, systemRandom)
    assert.notEqual(readFileSync(files.cert, 'utf8'), pem)
  })

  await t.test('is replaced when a file is damaged or of another authority', async () => {
    for (const [file, text] of [
      [caFile, 'damaged'],
      [caFile, ca.toString()],
      [files.cert, ''],
    ] as const) {
      writeFileSync(file, text)
      await ensureProxyCertificate(data, NOW, systemRandom)
      const authority = new X509Certificate(readFileSync(caFile))
      assert.ok(new X509Certificate(readFileSync(files.cert)).verify(authority.publicKey))
    }
  })
})
