/**
 * A cheap client, so that the server is the bottleneck. It has keep-alive connections with one request at a
 * time (no pipelining), and counts and discards responses.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '../../src/lib/time/clock.ts'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly milliseconds: number
  /** The client adds the milliseconds of each response to this list. Undefined if they are not measured. */
  readonly latencies?: number[] | undefined
}

export interface LoadResult {
  readonly requests: number
  readonly milliseconds: number
  /** Bytes of all bodies. */
  readonly bytes: number
}

/** Requests `url` repeatedly. @throws {Error} when a response is not 200 */
export async function load({
  url,
  headers,
  connections,
  milliseconds,
  latencies,
}: Load): Promise<LoadResult> {
  const target = new URL(url)
  const lines = Object.entries({ host: target.host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(
    `GET ${target.pathname}${target.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  )
  const clients = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(target, request, latencies)),
  )
  const started = systemClock.monotonic()
  const deadline = started + milliseconds
  await Promise.all(clients.map((client) => client.run(deadline)))
  return {
    requests: clients.reduce((sum, client) => sum + client.requests, 0),
    bytes: clients.reduce((sum, client) => sum + client.bytes, 0),
    milliseconds: systemClock.monotonic() - started,
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const STATUS_OK = 'HTTP/1.1 200 '

class Connection {
  requests = 0
  bytes = 0
  readonly #socket: Socket
  readonly #request: Buffer
  #head = Buffer.alloc(0)
  /** Remaining bytes of the body; undefined while the head is read. */
  #left: number | undefined
  #deadline = 0
  readonly #latencies: number[] | undefined
  #asked = 0
  #done: { resolve(): void; reject(error: Error): void } | undefined

  private constructor(target: URL, request: Buffer, latencies: number[] | undefined) {
    this.#request = request
    this.#latencies = latencies
    this.#socket = connect({
      port: Number(target.port),
      // An address avoids a name lookup for each connection.
      host: target.hostname === 'localhost' ? '127.0.0.1' : target.hostname,
      noDelay: true,
      // One buffer for all reads, because the data is discarded.
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (size, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, size))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#done?.reject(error))
    this.#socket.on('close', () => this.#done?.reject(new Error('the server closed a connection')))
  }

  static async open(target: URL, request: Buffer, latencies?: number[]): Promise<Connection> {
    const connection = new Connection(target, request, latencies)
    await once(connection.#socket, 'connect')
    return connection
  }

  /** Sends requests until the deadline, and waits for the last response. */
  async run(deadline: number): Promise<void> {
    this.#deadline = deadline
    try {
      await new Promise<void>((resolve, reject) => {
        this.#done = { resolve, reject }
        this.#ask(systemClock.monotonic())
      })
    } finally {
      this.#done = undefined
      this.#socket.destroy()
    }
  }

  #take(chunk: Buffer): void {
    if (this.#left === undefined) this.#takeHead(chunk)
    else this.#left -= chunk.length
    if (this.#left !== 0) return
    this.#left = undefined
    this.requests += 1
    const now = systemClock.monotonic()
    this.#latencies?.push(now - this.#asked)
    if (now < this.#deadline) this.#ask(now)
    else this.#done?.resolve()
  }

  #ask(now: number): void {
    this.#asked = now
    this.#socket.write(this.#request)
  }

  #takeHead(chunk: Buffer): void {
    const known = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = known.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = Buffer.from(known)
      return
    }
    this.#head = Buffer.alloc(0)
    const head = known.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (!head.startsWith(STATUS_OK) || length === undefined) {
      this.#done?.reject(new Error(`unexpected answer: ${known.toString('latin1', 0, end + 300)}`))
      return
    }
    this.bytes += Number(length)
    this.#left = Number(length) - (known.length - end - HEAD_END.length)
  }
}
