import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { recordingLogger } from '../../../test/support/logged.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { Doorbell } from './doorbell.ts'

/** An ErrorResponse of the protocol of PostgreSQL. */
const FIELDS = 'SFATAL\0C28000\0Mnobody may connect\0\0'
const REFUSAL = Buffer.from(`E\0\0\0${String.fromCharCode(FIELDS.length + 4)}${FIELDS}`, 'latin1')

test('a database that cannot be listened to is logged, and tried again', async (t) => {
  let tries = 0
  const server = createServer((socket) => {
    tries += 1
    socket.on('error', () => undefined) // The client hangs up.
    socket.once('data', () => socket.end(REFUSAL))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { logger, lines } = recordingLogger()
  const url = `postgres://nobody@127.0.0.1:${address.port}/none`
  const doorbell = new Doorbell(url, systemClock, () => assert.fail('nothing rings'), logger)
  t.after(() => doorbell.close())
  await waitUntil(() => tries > 1 && lines.length > 0)
  assert.match(String(lines[0]?.['msg']), /other processes are not heard/)
})
