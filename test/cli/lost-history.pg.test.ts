/**
 * Tests that a process of `aviary serve` ends when its database has lost events
 * (docs/decisions/0161-lost-history.md).
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { logHead } from '../../src/log/log-head.ts'
import { startCli } from '../support/cli.ts'
import { failingPair } from '../support/databases/postgres-pair.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testStore } from '../support/stores.ts'
import { addEvent } from '../support/tables.ts'
import { waitUntil } from '../support/wait-until.ts'

test('when a standby without the last commits is promoted, the server ends with code 1 and the reason', async (t) => {
  const { first, second, address, store } = await failingPair(t, 30_000, false)
  const data = join(await temporaryDirectory(t), 'data')
  const place = ['--data', data, '--database', address.url]
  const server = startCli(t, ['serve', ...place, '--port', '0', '--ops-port', '0', '--log-level', 'fatal'])
  const [, opsUrl] = await server.said(/admin listener at (http:\S+)\)/)
  const headOfServer = async () => {
    const text = await (await fetch(`${opsUrl}/metrics`)).text()
    return Number(/^aviary_log_head (\d+)$/m.exec(text)?.[1])
  }
  const standby = testStore(t, { url: second.url('failing'), file: '' })
  await waitUntil(async () => (await logHead(standby)).head >= (await logHead(store)).head)
  await standby.close()
  await second.kill()
  for (let id = 1n; id <= 20n; id += 1n) await store.write(async (tx) => addEvent(tx, id))
  const { head } = await logHead(store)
  await waitUntil(async () => (await headOfServer()) >= head)
  first.kill()
  await second.restart()
  await second.promote()
  const { code, err } = await server.ended
  assert.equal(code, 1, err)
  assert.match(err, /^aviary: the database has lost events: .*; a standby that lacked them was promoted$/m)
})
