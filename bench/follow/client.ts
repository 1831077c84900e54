/**
 * A client whose connections each send a sequence of POST requests. Each request depends on the request
 * before it. The client sleeps until a response arrives, as real clients do, because the disk or database
 * of the measured servers needs the second core. For requests of a few microseconds, the cost of waking the
 * client would dominate; for these ../edge/client.ts busy-waits.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '../../src/lib/time/clock.ts'

interface Alternating {
  readonly url: string
  /**
   * An even number of requests for each connection. The second request of a pair undoes the first. If a
   * connection has only two requests, they are repeated for the whole time.
   */
  readonly requests: readonly (readonly Buffer[])[]
  readonly milliseconds: number
}

interface LoadResult {
  readonly operations: number
  readonly milliseconds: number
}

/**
 * Sends requests until the time is over.
 * @throws {Error} when a response is not 200, or no request is left
 */
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

/** Sends the requests of one connection. Returns the number of responses, which is even. */
function converse(socket: Socket, requests: readonly Buffer[], deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const next = () => {
      if (sent % 2 === 0 && systemClock.monotonic() >= deadline) return resolve(sent)
      const request = requests.length === 2 ? requests[sent % 2] : requests[sent]
      if (request === undefined)
        return reject(new Error('the requests were used up before the time was over'))
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
