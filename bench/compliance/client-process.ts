/**
 * Opens connections that read a stream to its end. One connection decompresses and checks every event; the
 * other connections discard the data.
 */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createGunzip } from 'node:zlib'
import { must } from '../../src/lib/assert.ts'
import { answerCalls } from '../lib/child.ts'
import { numberOf } from './events.ts'

let bytes = 0
let ended: Promise<unknown> = Promise.resolve()
let seen: Promise<number> = Promise.resolve(0)

/** One buffer for all reads, because the data is discarded. */
const BUFFER = Buffer.allocUnsafe(256 * 1024)

export interface Read {
  /** Bytes received by the discarding connections. */
  readonly bytes: number
  /** Events received by the checking connection, each once and in order. */
  readonly events: number
}

export const methods = {
  /** Opens connections; resolves when each has its response head. */
  async open(port: number, count: number): Promise<void> {
    const sockets: Socket[] = []
    while (sockets.length < count - 1) sockets.push(await openOne(port))
    bytes = 0
    ended = Promise.all(sockets.map((socket) => once(socket, 'close')))
    seen = eventsIn(await openDecoded(port))
  },

  /** Resolves when every stream has ended. @throws when an event is missing, repeated or out of order */
  async ended(): Promise<Read> {
    await ended
    return { bytes, events: await seen }
  },
}

async function openOne(port: number): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect({
    host: '127.0.0.1',
    port,
    onread: {
      buffer: BUFFER,
      callback(size) {
        bytes += size
        resolve()
        return true
      },
    },
  })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n')
  await promise
  return socket
}

async function openDecoded(port: number): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': 'gzip' }
  const [response] = await once(request({ host: '127.0.0.1', port, agent: false, headers }).end(), 'response')
  return response
}

/** Counts the events of a stream to its end. */
async function eventsIn(response: IncomingMessage): Promise<number> {
  const isPacked = response.headers['content-encoding'] === 'gzip'
  let last: bigint | undefined
  let rest = ''
  let count = 0
  for await (const chunk of isPacked ? response.pipe(createGunzip()) : response) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\r\n')
    rest = must(lines.pop(), 'the rest')
    for (const line of lines) {
      const digits = /^\{"delete":\{"status":\{"id":(\d+),/.exec(line)?.[1]
      if (digits === undefined) continue
      const number = numberOf(BigInt(digits))
      if (last !== undefined && number !== last + 1n) throw new Error(`event ${number} came after ${last}`)
      last = number
      count += 1
    }
  }
  return count
}

answerCalls(methods)
