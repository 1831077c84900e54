/**
 * Tests that a certificate that expires while the server runs causes a warning in the log, the metrics and
 * the console (spec/server.md#own-certificates).
 */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:https'
import { test } from 'node:test'
import { createLogger } from '../../src/lib/log.ts'
import { openTestSession } from '../support/console/console.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'

const DAY_MS = 86_400_000

/** A clock that runs only daily jobs. */
class DayClock extends TestClock {
  readonly #daily: (() => void)[] = []

  override every(ms: number, task: () => void): () => void {
    if (ms !== DAY_MS) return super.every(ms, task)
    this.#daily.push(task)
    return () => undefined
  }

  pass(days: number): void {
    for (let day = 0; day < days; day += 1) {
      this.step(DAY_MS)
      for (const task of this.#daily) task()
    }
  }
}

test('a certificate that expires while the server runs causes warnings', async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  const end = new X509Certificate(cert).validToDate.getTime()
  const clock = new DayClock(end - 22.5 * DAY_MS)
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('warn', { write: (line: string) => lines.push(JSON.parse(line)) })
  const settings = { tls_cert: certFile, tls_key: keyFile }
  const { server, url, context } = await startTestServer(t, { clock, logger, settings })

  const inConsole = async () => {
    // A new session is needed, because sessions do not last for weeks.
    const cookie = `__Host-aviary_console=${await openTestSession(context)}`
    const request = get(`${url}/console/api/certificate`, { ca: cert, headers: { cookie }, agent: false })
    const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const { state, days } = JSON.parse(Buffer.concat(chunks).toString())
    return [state, days]
  }
  const inMetrics = async () => {
    const text = await (await fetch(`${server.opsUrl}/metrics`)).text()
    const [, seconds] = /^aviary_certificate_expiry_timestamp_seconds (\S+)$/m.exec(text) ?? []
    return Math.floor((Number(seconds) * 1_000 - clock.now()) / DAY_MS)
  }
  const inLog = () => lines.filter(({ certificate }) => certificate === certFile)

  assert.deepEqual([await inConsole(), await inMetrics(), inLog().length], [['valid', 22], 22, 0])
  clock.pass(2)
  assert.deepEqual([await inConsole(), await inMetrics()], [['expiring', 20], 20])
  assert.deepEqual(
    inLog().map(({ msg, days }) => [msg, days]),
    [['the TLS certificate expires soon', 20]],
  )
  clock.pass(21)
  assert.deepEqual([await inConsole(), await inMetrics()], [['expired', -1], -1])
  assert.equal(inLog().length, 22, 'one line a day')
  assert.match(String(inLog().at(-1)?.['msg']), /has expired; replace its files and send SIGHUP/)
  assert.equal((await fetch(`${server.opsUrl}/readyz`)).status, 200, 'it serves')
})
