import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { testCertificate } from '../../../test/support/processes/certificates.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Logger } from '../../lib/log.ts'
import { watchCertificate } from './certificate-watch.ts'

const DAY_MS = 86_400_000

function logged() {
  const lines: [level: string, text: string, facts: Record<string, unknown>][] = []
  const at = (level: string) => (facts: Record<string, unknown>, text: string) => {
    lines.push([level, text, facts])
  }
  const logger = { info: at('info'), warn: at('warn'), error: at('error') } as unknown as Logger
  return { lines, logger }
}

test('logs a warning once a day from three weeks before the certificate expires, and reports the expiry', async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  const end = new X509Certificate(cert).validToDate.getTime()
  const clock = new TestClock(end - 23.5 * DAY_MS)
  const { lines, logger } = logged()
  const files = { cert: certFile, key: keyFile }
  const watch = watchCertificate({ files, clock, logger, install: () => undefined })
  assert.equal(watch.expiresAt, end)
  assert.equal(lines.length, 0)
  clock.advance(3 * DAY_MS)
  assert.deepEqual(
    lines.map(([level, text, { days }]) => [level, text, days]),
    [['warn', 'the TLS certificate expires soon', 20]],
  )
  clock.advance(21 * DAY_MS)
  assert.equal(lines.length, 22)
  assert.deepEqual(lines.at(-1)?.[0], 'error')
  assert.match(lines.at(-1)?.[1] ?? '', /has expired; replace its files and send SIGHUP/)
  watch.close()
  clock.advance(5 * DAY_MS)
  assert.equal(lines.length, 22)
})

test('installs new files, and keeps the old certificate when they cannot be used', async (t) => {
  const [first, second] = [await testCertificate(t), await testCertificate(t, ['other.example'])]
  const { lines, logger } = logged()
  const installed: string[] = []
  const clock = new TestClock(Date.now())
  const watch = watchCertificate({
    files: { cert: first.certFile, key: first.keyFile },
    clock,
    logger,
    install: ({ cert }) => installed.push(cert.toString()),
  })
  lines.length = 0
  copyFileSync(second.certFile, first.certFile)
  watch.renew()
  assert.deepEqual(installed, [], 'the key is still the one of the first')
  assert.match(lines[0]?.[1] ?? '', /was not read again; the old one stays in use/)
  copyFileSync(second.keyFile, first.keyFile)
  watch.renew()
  assert.deepEqual(installed, [second.cert])
  assert.ok(lines.some(([level, text]) => level === 'info' && text === 'read the TLS certificate again'))
  writeFileSync(first.certFile, '')
  watch.renew()
  assert.equal(installed.length, 1)
  watch.close()
})
