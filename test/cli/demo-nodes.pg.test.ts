/**
 * Tests `npm start -- --nodes 3`, which starts a demo of several nodes and its own PostgreSQL
 * (docs/nodes.md).
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/demo/nodes/postgres-cluster.ts'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { waitUntil } from '../support/wait-until.ts'

test('demo --nodes 3: all nodes serve one network, two nodes continue when the third node ends, and a stop ends all nodes', {
  timeout: 180_000,
}, async (t) => {
  const parent = await temporaryDirectory(t)
  // If the test runs as root, PostgreSQL runs as another user and needs access to the folder.
  await chmod(parent, 0o755)
  const data = join(parent, 'data')
  // The ports of the other nodes are ten and twenty higher.
  const [port, opsPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const ports = ['--port', `${port}`, '--ops-port', `${opsPort}`, '--proxy-port', `${proxyPort}`]
  const demo = startCli(t, ['demo', '--nodes', '3', '--no-activity', '--data', data, ...ports])
  const [, bearer = ''] = await demo.printed(/bearer token +(\S+)/)
  const [, other = '', pid = ''] = await demo.printed(/(http:\S+) {2}\(process (\d+)\)\n\nStop one/)
  const [first, second] = [`http://localhost:${port}`, `http://localhost:${port + 10}`]
  const statusOf = async (url: string) => {
    const response = await fetch(`${url}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    return response.status
  }
  const statuses = await Promise.all([first, second, other].map(statusOf))
  assert.deepEqual(statuses, [200, 200, 200])
  process.kill(Number(pid), 'SIGTERM')
  const isGone = (url: string) =>
    fetch(url).then(
      () => false,
      () => true,
    )
  await waitUntil(() => isGone(other))
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200])
  demo.kill('SIGINT')
  const { code, err } = await demo.ended
  assert.equal(code, 0, err)
  assert.equal(await isGone(second), true)
  assert.equal(existsSync(join(data, 'postgres', 'data', 'postmaster.pid')), false)
})
