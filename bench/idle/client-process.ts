/** Clients that connect to a stream and wait. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { answerCalls } from '../lib/child.ts'

export interface ConnectionOptions {
  readonly port: number
  readonly isTls: boolean
  readonly isGzip: boolean
}

/** The path that clients of this API use. */
const PATH = '/labs/1/tweets/stream/filter'

/** Connections opened concurrently. */
const TOGETHER = 20

let sockets: Socket[] = []

export const methods = {
  /**
   * Opens a connection for each token, and waits until each has received the head of its response.
   * @returns the first head, as alternating names and values
   */
  async open(asked: ConnectionOptions, tokens: readonly string[]): Promise<readonly string[]> {
    let first = ''
    for (let from = 0; from < tokens.length; from += TOGETHER) {
      const heads = await Promise.all(
        tokens.slice(from, from + TOGETHER).map((token) => openOne(asked, token)),
      )
      first ||= heads[0] ?? ''
    }
    return first
      .split('\r\n')
      .slice(1)
      .flatMap((line) =>
        line === '' ? [] : [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)],
      )
  },

  async close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    sockets = []
  },
}

async function openOne({ port, isTls, isGzip }: ConnectionOptions, token: string): Promise<string> {
  const place = { host: '127.0.0.1', port }
  const socket = isTls
    ? connectTls({ ...place, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    : connect(place)
  sockets.push(socket)
  const lines = [
    `GET ${PATH} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'user-agent: bench/1.0',
    'accept: */*',
    ...(isGzip ? ['accept-encoding: gzip'] : []),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let head = ''
  while (!head.includes('\r\n\r\n')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    head += chunk.toString('latin1')
  }
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  socket.on('data', () => undefined).on('error', () => undefined)
  return head.slice(0, head.indexOf('\r\n\r\n'))
}

answerCalls(methods)
