/**
 * A client on which each connection sends its own requests, one after the other: POSTs that change something, so that
 * the next depends on the one before. It sleeps until an answer comes, as clients do: what is measured with it writes to a
 * disk or a database, which need the other core while the client waits. (Where a request takes some microseconds, it is the
 * client's waking that would be measured: ../edge/client.ts never sleeps.)
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '../../src/lib/time/clock.ts'

interface Alternating {
  readonly url: string
  /** For each connection, an even number: what is done is undone. Two are sent over and over. */
  readonly requests: readonly (readonly Buffer[])[]
  readonly milliseconds: number
}

interface LoadResult {
  readonly operations: number
  readonly milliseconds: number
}

/** Asks until the time is over. @throws Error when an answer is not 200, or the requests do not last */
export async function alternate({ url, requests, milliseconds }: Alternating): Promise<LoadResult> {
  const port = Number(new URL(url).port)
  const sockets = await Promise.all(requests.map(() => open(port)))
  const started = systemClock.monotonic()
  try {
    const done = await Promise.all(
      sockets.map((socket, index) => converse(socket, requests[index] ?? [], started + milliseconds)),
    )
    return {
      operations: done.reduce((sum, each) => sum + each, 0),
      milliseconds: systemClock.monotonic() - started,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** How many requests were answered; always an even number of them. */
function converse(socket: Socket, requests: readonly Buffer[], deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const next = () => {
      if (sent % 2 === 0 && systemClock.monotonic() >= deadline) return resolve(sent)
      const request = requests.length === 2 ? requests[sent % 2] : requests[sent]
      if (request === undefined) return reject(new Error('the requests did not last'))
      sent += 1
      socket.write(request)
    }
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(`unexpected answer: ${text}`))
      if (head < 0 || length === undefined || text.length < head + 4 + Number(length)) return
      text = ''
      next()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    next()
  })
}
