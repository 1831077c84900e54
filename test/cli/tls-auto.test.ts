/** Tests `aviary serve --tls auto` in a separate process. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

/** Status of a request with a public host name, or the error of the TLS handshake. */
function statusOf(url: string, servername: string, ca: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { servername, ca, headers: { host: servername } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    outgoing.once('error', reject)
  })
}

test('aviary serve --tls auto prints how clients trust the server, and uses the same authority at the next start', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const caFile = join(data, 'tls-ca.pem')
  const ports = ['--port', '0', '--ops-port', '0']
  const authorities: string[] = []
  for (const flags of [['--resolve-hint'], []]) {
    const run = startCli(t, ['serve', '--data', data, '--tls', 'auto', ...ports, ...flags])
    const [, url = ''] = await run.said(/Aviary serves (https:\/\/localhost:\d+) /)
    await run.said(/curl {6}curl --cacert \S+tls-ca\.pem …\n/)
    authorities.push(readFileSync(caFile, 'utf8'))
    const names = ['gnip-stream.twitter.com', 'api.x.com', 'localhost']
    const statuses = await Promise.all(
      names.map((name) => statusOf(`${url}/1.1/followers/ids.json`, name, readFileSync(caFile))),
    )
    assert.deepEqual(statuses, [400, 400, 400])
    await assert.rejects(statusOf(url, 'api.example.org', readFileSync(caFile)), /ALTNAME|altnames/)
    run.kill('SIGTERM')
    const { code, err } = await run.ended
    assert.equal(code, 0)
    const hasHint = err.includes(`--resolve api.twitter.com:${new URL(url).port}:127.0.0.1`)
    assert.equal(hasHint, flags.length > 0)
  }
  assert.equal(authorities[0], authorities[1])
})
