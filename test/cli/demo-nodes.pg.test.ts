/** `npm start -- --nodes 2`: a demo of several nodes over a PostgreSQL of its own (docs/nodes.md). */
import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/demo/nodes/postgres-cluster.ts'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { waitUntil } from '../support/wait-until.ts'

test('demo --nodes 2: both nodes serve one network, one goes on alone, and a stop ends all', {
  timeout: 180_000,
}, async (t) => {
  const parent = await temporaryDirectory(t)
  // As root PostgreSQL runs as another user.
  await chmod(parent, 0o755)
  const data = join(parent, 'data')
  // The other node listens ten ports further on.
  const [port, opsPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const ports = ['--port', `${port}`, '--ops-port', `${opsPort}`, '--proxy-port', `${proxyPort}`]
  const demo = startCli(t, ['demo', '--nodes', '2', '--no-activity', '--data', data, ...ports])
  const [, bearer = ''] = await demo.printed(/bearer token +(\S+)/)
  const [, other = '', pid = ''] = await demo.printed(/(http:\S+) {2}\(process (\d+)\)\n\nStop one/)
  const first = `http://localhost:${port}`
  const statusOf = async (url: string) => {
    const response = await fetch(`${url}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    return response.status
  }
  assert.deepEqual([await statusOf(first), await statusOf(other)], [200, 200])
  process.kill(Number(pid), 'SIGTERM')
  await waitUntil(() =>
    fetch(other).then(
      () => false,
      () => true,
    ),
  )
  assert.equal(await statusOf(first), 200)
  demo.kill('SIGINT')
  const { code, err } = await demo.ended
  assert.equal(code, 0, err)
})
