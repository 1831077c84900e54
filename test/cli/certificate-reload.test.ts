/**
 * Tests that SIGHUP makes a starting or running server read its certificate again while open connections
 * continue, and that SIGHUP does not disturb the stop of a server.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { type RunningCli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { type TestCertificate, testCertificate } from '../support/processes/certificates.ts'

/** Opens a TLS connection. The result contains the names in the server's certificate. */
function open(port: number): Promise<{ socket: TLSSocket; names: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
      resolve({ socket, names: String(socket.getPeerCertificate().subjectaltname) }),
    )
    socket.on('error', reject)
  })
}

async function serve(t: TestContext, { certFile, keyFile }: TestCertificate, ...more: readonly string[]) {
  const data = join(await temporaryDirectory(t), 'data')
  const tls = ['--tls-cert', certFile, '--tls-key', keyFile, '--log-level', 'debug']
  const server = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0', ...tls, ...more])
  return { server, data }
}

async function portOf(server: RunningCli): Promise<number> {
  const [, port = ''] = await server.said(/Aviary serves https:\/\/[^: ]+:(\d+) /)
  return Number(port)
}

test('SIGHUP: new connections get the new certificate, and open connections continue', async (t) => {
  const [first, second] = [await testCertificate(t), await testCertificate(t, ['renewed.example'])]
  const { server } = await serve(t, first)
  const port = await portOf(server)
  const before = await open(port)
  assert.doesNotMatch(before.names, /renewed/)
  await server.printed(/the TLS certificate expires soon/)

  copyFileSync(second.certFile, first.certFile)
  server.kill('SIGHUP')
  await server.printed(/was not read again; the old one stays in use/)
  const kept = await open(port)
  assert.doesNotMatch(kept.names, /renewed/)
  kept.socket.destroy()

  copyFileSync(second.keyFile, first.keyFile)
  server.kill('SIGHUP')
  await server.printed(/read the TLS certificate again/)
  const after = await open(port)
  assert.match(after.names, /renewed/)
  after.socket.destroy()

  before.socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const [answer] = (await once(before.socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 \d+ /)

  // SIGHUP has no effect while the server stops.
  server.kill('SIGTERM')
  server.kill('SIGHUP')
  const { code, out } = await server.ended
  assert.equal(code, 0)
  assert.match(out, /"phase":"operations","outcome":"done"/)
})

test('a SIGHUP during the start takes effect when the server is ready', async (t) => {
  const certificate = await testCertificate(t)
  const { server } = await serve(t, certificate)
  // The signal is sent after the first line of the log, because before the settings are read, the signal
  // would end the program. Service managers also wait for the first line.
  await server.printed(/"level"/)
  server.kill('SIGHUP')
  await portOf(server)
  await server.printed(/read the TLS certificate again/)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})
