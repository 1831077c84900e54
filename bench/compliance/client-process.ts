/** Connections that read a stream to its end and keep nothing of it. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerCalls } from '../lib/child.ts'

let sockets: Socket[] = []
let ended: Promise<unknown> = Promise.resolve()
let bytes = 0

export const methods = {
  /** Opens connections; resolves when each has its head. */
  async open(port: number, count: number): Promise<void> {
    bytes = 0
    sockets = []
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ host: '127.0.0.1', port })
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n')
      await once(socket, 'data')
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      sockets.push(socket)
    }
    ended = Promise.all(sockets.map((socket) => once(socket, 'close')))
  },

  /** Resolves when every stream has ended. @returns the bytes that came */
  async ended(): Promise<number> {
    await ended
    return bytes
  },
}

answerCalls(methods)
