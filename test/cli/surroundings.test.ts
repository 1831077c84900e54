/**
 * Tests environments in which a server cannot start, or starts differently. A failed start prints one
 * sentence, ends with exit code 1, and leaves no files.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { cli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { AS_OTHER_USER, whyNoOtherUser } from '../support/processes/other-user.ts'

const FREE = ['--port', '0', '--ops-port', '0', '--log-level', 'info']

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('a server in an unusual environment', () => {
  test('a server whose port is in use names the port and the flags, and leaves no lock', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const port = String(await takenPort(t))
    for (const flags of [
      ['--port', port, '--ops-port', '0'],
      ['--port', '0', '--ops-port', port],
    ]) {
      const { code, err } = await cli(t, ['serve', '--data', data, '--log-level', 'silent', ...flags])
      assert.equal(code, 1)
      assert.match(
        err,
        new RegExp(`^aviary: port ${port} of 127\\.0\\.0\\.1 is in use .*--port, --ops-port`, 'm'),
      )
    }
    assert.equal((await cli(t, ['migrate', '--data', data])).code, 0)
  })

  const other = whyNoOtherUser()
  test('a server whose data belongs to another user reports that', { skip: other }, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    mkdirSync(data, { mode: 0o700 })
    const { code, out, err } = await cli(t, ['serve', '--data', data, ...FREE], { under: AS_OTHER_USER })
    assert.equal(code, 1)
    assert.match(err, /^aviary: this user may not read or write \S+; check its owner and its mode$/m)
    assert.doesNotMatch(`${out}${err}`, / at \S+ \(|node:internal/)
  })

  const mount = (folder: string) => [
    ...['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o ro none "$0" && exec "$@"', folder],
  ]
  const [probe = '', ...words] = [...mount('/mnt'), 'true']
  const canMount = spawnSync(probe, words).status === 0
  const readOnly = { skip: canMount ? false : 'this user may not mount a file system' }
  test('a server on a read-only file system reports that', readOnly, async (t) => {
    const folder = await temporaryDirectory(t)
    const under = mount(folder)
    const { code, err } = await cli(t, ['serve', '--data', join(folder, 'data'), ...FREE], { under })
    assert.equal(code, 1)
    assert.match(err, /^aviary: \S+ is on a read-only file system; give another path$/m)
  })

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  test('a server with only IPv6 can be reached by its address', {
    skip: hasIpv6 ? false : 'no IPv6',
  }, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const server = startCli(t, ['serve', '--data', data, '--host', '::1', '--ops-host', '::1', ...FREE])
    const [, url = '', opsUrl = ''] = await server.said(
      /Aviary serves (http:\S+) .*admin listener at (http:\S+)\)/,
    )
    // The server prints localhost for a loopback address.
    for (const at of [url, opsUrl]) assert.match(at, /^http:\/\/(localhost|\[::1\]):\d+$/)
    const ready = await fetch(`${opsUrl.replace('localhost', '[::1]')}/readyz`)
    assert.equal(ready.status, 200)
    assert.equal((await fetch(`${url.replace('localhost', '[::1]')}/2/tweets/20`)).status, 401)
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
  })

  const withoutIpv4 = [
    ...['unshare', '--net', 'sh', '-c', 'ip link set lo up && ip -4 address flush dev lo && exec "$@"', 'sh'],
  ]
  const [netProbe = '', ...netWords] = [...withoutIpv4, 'sh', '-c', 'ip -6 address show dev lo | grep -q ::1']
  const noNetwork = spawnSync(netProbe, netWords).status === 0 ? false : 'this user may not make a network'
  test('a server on a machine without IPv4 names the missing address, and serves IPv6', {
    skip: noNetwork,
  }, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const under = withoutIpv4
    const { code, err } = await cli(t, ['serve', '--data', data, ...FREE], { under })
    assert.equal(code, 1)
    assert.match(
      err,
      /^aviary: this machine does not have the address 127\.0\.0\.1; give another one \(--host, --ops-host\)$/m,
    )
    const server = startCli(t, ['serve', '--data', data, '--host', '::', '--ops-host', '::1', ...FREE], {
      under,
    })
    const [, url = '', opsUrl = ''] = await server.said(
      /Aviary serves (http:\S+) .*admin listener at (http:\S+)\)/,
    )
    const inside = ['--net', '--target', String(server.pid), process.execPath, '--eval']
    for (const [at, status] of [
      [`${url}/2/tweets/20`, 401],
      [`${opsUrl}/readyz`, 200],
    ] as const) {
      const script = `fetch('${at.replace('localhost', '[::1]')}').then(({ status }) => console.log(status))`
      const { stdout, stderr } = spawnSync('nsenter', [...inside, script], { encoding: 'utf8' })
      assert.equal(stdout, `${status}\n`, stderr)
    }
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
  })

  test('a server that gets a signal during its start ends, and the next server starts', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const server = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0'])
      await Promise.race([server.printed(/"level"/), server.said(/Aviary serves /)])
      server.kill(signal)
      const { code } = await server.ended
      assert.ok(code === 0 || code === 143 || code === null, `${signal}: exit code ${code}`)
    }
    const next = startCli(t, ['serve', '--data', data, ...FREE])
    await next.said(/Aviary serves /)
    assert.equal((await cli(t, ['verify', '--data', data])).code, 0)
  })
})
