/**
 * A client for small responses. Its requests may differ from each other, because signatures and nonces are
 * created before the measurement. The client busy-waits and never sleeps, because the process of the server
 * would spend processor time on waking it for each response. A client that may sleep does so only while a
 * slow server works, so only the slower of two compared servers would pay this cost.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '../../src/lib/time/clock.ts'

export interface LoadOptions {
  readonly url: string
  /**
   * Values of the `authorization` header, used in order. The sample ends after the last value. A single value
   * is used for all requests.
   */
  readonly authorizations: readonly string[]
  readonly status: number
  readonly connections: number
  readonly milliseconds: number
}

export interface LoadResult {
  readonly operations: number
  readonly milliseconds: number
}

/**
 * Sends requests on every connection, one request at a time.
 * @throws {Error} when a response has another status
 */
export async function ask({
  url,
  authorizations,
  status,
  connections,
  milliseconds,
}: LoadOptions): Promise<LoadResult> {
  const target = new URL(url)
  const head = `GET ${target.pathname}${target.search} HTTP/1.1\r\nhost: ${target.host}\r\n`
  const requests = authorizations.map((value) =>
    Buffer.from(`${head}${value === '' ? '' : `authorization: ${value}\r\n`}\r\n`),
  )
  const supply = new Supply(requests, systemClock.monotonic() + milliseconds)
  const port = Number(target.port)
  const clients = await Promise.all(Array.from({ length: connections }, () => open(port)))
  let isOver = false
  const spin = () => {
    if (!isOver) setImmediate(spin)
  }
  spin()
  const started = systemClock.monotonic()
  try {
    await Promise.all(clients.map((socket) => converse(socket, supply, `HTTP/1.1 ${status} `)))
  } finally {
    isOver = true
    for (const socket of clients) socket.destroy()
  }
  return { operations: supply.taken, milliseconds: systemClock.monotonic() - started }
}

class Supply {
  taken = 0
  readonly #requests: readonly Buffer[]
  readonly #deadline: number

  constructor(requests: readonly Buffer[], deadline: number) {
    this.#requests = requests
    this.#deadline = deadline
  }

  /** The next request; undefined when no request or no time is left. */
  next(): Buffer | undefined {
    if (systemClock.monotonic() >= this.#deadline) return undefined
    const request = this.#requests.length === 1 ? this.#requests[0] : this.#requests[this.taken]
    if (request !== undefined) this.taken += 1
    return request
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

function converse(socket: Socket, supply: Supply, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const request = supply.next()
      if (request === undefined) resolve()
      else socket.write(request)
    }
    // A response is much smaller than a chunk.
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (text.startsWith(expected)) next()
      else reject(new Error(`unexpected answer: ${text}`))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    next()
  })
}
