import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { buildConnector, type Dispatcher } from 'undici'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { type Connection, Connections, REST_MS } from './connections.ts'

/** A server that says OK, and closes the connection after it when asked for `/last`. */
async function receiver(t: TestContext): Promise<{ server: Server; origin: string }> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/last') response.setHeader('connection', 'close')
    request.resume().on('end', () => response.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function opened(t: TestContext): Connections {
  const connections = new Connections(buildConnector({ allowH2: false }))
  t.after(() => connections.close())
  return connections
}

/** Resolves when what was given back may be taken again. */
async function rested(): Promise<void> {
  const until = systemClock.monotonic() + REST_MS
  while (systemClock.monotonic() < until) await new Promise(setImmediate)
  await sleep(systemClock, 1)
  await new Promise(setImmediate)
}

/** Sends a request over one. @throws what went wrong */
function carry({ client, origin }: Connection, path = '/'): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_, code) {
        status = code
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: (_, error) => reject(error),
    }
    client.dispatch({ origin, path, method: 'GET' }, handler)
  })
}

/** A connection that has carried a request and was given back. */
async function usedOnce(t: TestContext) {
  const { server, origin } = await receiver(t)
  const connections = opened(t)
  const connection = connections.take(origin)
  await carry(connection)
  connections.giveBack(connection)
  return { server, origin, connections, connection }
}

test('a connection that carried a request is used again when it has rested, the one that was used last first', async (t) => {
  const { origin } = await receiver(t)
  const connections = opened(t)
  const [one, other] = [connections.take(origin), connections.take(origin)]
  assert.notEqual(one, other)
  assert.deepEqual(await Promise.all([carry(one), carry(other)]), [200, 200])
  connections.giveBack(one)
  connections.giveBack(other)
  await rested()
  assert.equal(connections.take(origin), other)
  assert.equal(connections.take(origin), one)
  assert.equal(connections.size, 2)
  assert.equal(await carry(one), 200)
})

test('one that was kept open over its rest is used again at once', async (t) => {
  const { origin, connections, connection } = await usedOnce(t)
  await rested()
  for (let sent = 0; sent < 3; sent += 1) {
    assert.equal(connections.take(origin), connection)
    assert.equal(await carry(connection), 200)
    connections.giveBack(connection)
  }
  assert.equal(connections.size, 1)
})

test('time in which nobody looked whether the receiver has closed does not count', async (t) => {
  const { origin, connections, connection } = await usedOnce(t)
  for (let looks = 0; looks < 5; looks += 1) await new Promise(setImmediate)
  const until = systemClock.monotonic() + 2 * REST_MS
  while (systemClock.monotonic() < until);
  const another = connections.take(origin)
  assert.notEqual(another, connection)
  await rested()
  assert.equal(connections.take(origin), connection)
})

test('a receiver that closes after each answer, and does not say so, breaks nothing', async (t) => {
  const server = createTcpServer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connections = opened(t)
  for (let sent = 0; sent < 20; sent += 1) {
    const connection = connections.take(origin)
    assert.equal(await carry(connection), 200)
    connections.giveBack(connection)
    assert.notEqual(connections.take(origin), connection)
  }
})

test('one that was made anew meanwhile rests anew', async (t) => {
  const { origin, server, connections, connection } = await usedOnce(t)
  await rested()
  assert.equal(connections.take(origin), connection)
  const closed = once(connection.client, 'disconnect')
  server.closeAllConnections()
  await closed
  // The client connects again by itself.
  await carry(connection)
  connections.giveBack(connection)
  assert.notEqual(connections.take(origin), connection)
})

test('what comes back after the end is not used again', async (t) => {
  const { origin, connections, connection } = await usedOnce(t)
  await connections.close()
  await rested()
  assert.notEqual(connections.take(origin), connection)
})

test('connections to other origins are not used', async (t) => {
  const [here, there] = [await receiver(t), await receiver(t)]
  const connections = opened(t)
  const connection = connections.take(here.origin)
  await carry(connection)
  connections.giveBack(connection)
  await rested()
  assert.notEqual(connections.take(there.origin), connection)
})

test('one that the receiver has closed is forgotten, whether it waits or comes back later', async (t) => {
  const { origin } = await receiver(t)
  const connections = opened(t)
  const [waits, late] = [connections.take(origin), connections.take(origin)]
  const closed = [once(waits.client, 'disconnect'), once(late.client, 'disconnect')]
  await Promise.all([carry(waits, '/last'), carry(late, '/last')])
  connections.giveBack(waits)
  await Promise.all(closed)
  await rested()
  assert.equal(connections.size, 1)
  connections.giveBack(late)
  await rested()
  assert.equal(connections.size, 0)
  assert.equal(await carry(connections.take(origin)), 200)
})

test('one that is dropped ends what it carries', async (t) => {
  const { origin } = await receiver(t)
  const connections = opened(t)
  const connection = connections.take(origin)
  const carried = carry(connection)
  connections.drop(connection)
  await assert.rejects(carried, /destroyed/)
  connections.drop(connection)
  assert.equal(connections.size, 0)
})

test('closing ends all, used and idle', async (t) => {
  const { origin } = await receiver(t)
  const connections = opened(t)
  const [idle, used] = [connections.take(origin), connections.take(origin)]
  await carry(idle)
  connections.giveBack(idle)
  await rested()
  const carried = carry(used)
  await Promise.all([connections.close(), assert.rejects(carried, /destroyed/)])
  assert.equal(connections.size, 0)
})
