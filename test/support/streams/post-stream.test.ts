import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { PostReader } from './post-stream.ts'

test('when a reader is closed, all waits for the reader end', async (t) => {
  const server = createServer((_, response) => void response.write('{"id":1}\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const reader = await PostReader.open(`http://127.0.0.1:${port}/`, () => 'Bearer t')
  await reader.some(1)
  const waiting = reader.until(() => false)
  reader.close()
  await assert.rejects(waiting, /the stream has ended/)
})
