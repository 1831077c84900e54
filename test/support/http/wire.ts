/** Sends and reads raw bytes that HTTP clients would not send or show. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A raw response, as it was received. */
export interface WireAnswer {
  /** Status line, such as `HTTP/1.1 200 OK`. */
  readonly line: string
  readonly status: number
  /** Names and values of the headers, in order. The names are as the server wrote them. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** First value of a header, by exact name. */
export function headerOf(answer: WireAnswer, name: string): string | undefined {
  return answer.headers.find(([written]) => written === name)?.[1]
}

/** A connection to a listener. */
export class Wire {
  readonly socket: Socket
  #received: Buffer = Buffer.alloc(0)
  /**
   * The chunks that were received. They are joined only when a test reads them, because a response of several
   * megabytes arrives in hundreds of chunks.
   */
  #chunks: Buffer[] = []
  #arrived = Promise.withResolvers<void>()
  #hasEnded = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#wake()
    })
    socket.on('close', () => {
      this.#hasEnded = true
      this.#wake()
    })
    // A reset of the connection counts as its end, and the data before it is kept.
    socket.on('error', () => undefined)
  }

  /** @param url URL of a listener; certificates are not verified */
  static async open(url: string): Promise<Wire> {
    const { protocol, hostname, port } = new URL(url)
    const address = { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) }
    const isTls = protocol === 'https:'
    const socket = isTls ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address)
    await once(socket, isTls ? 'secureConnect' : 'connect')
    return new Wire(socket)
  }

  /** True if the server has closed the connection. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  send(data: string | Buffer): void {
    this.socket.write(data, 'latin1' as BufferEncoding)
  }

  /** The data that was received and not taken yet, with one character for each byte. */
  get text(): string {
    return this.#joined().toString('latin1')
  }

  /**
   * Waits for a complete response, and removes it from the received data.
   * @param isHead true for a response to HEAD, which has no body
   * @throws when the connection ends before the response is complete
   */
  async answer(isHead = false): Promise<WireAnswer> {
    for (let size = 0; ; ) {
      if (this.#bytes >= size) {
        const received = this.#joined()
        const found = takeAnswer(received, isHead)
        if (found?.answer !== undefined) {
          this.#received = received.subarray(found.size)
          return found.answer
        }
        size = found?.size ?? 0
      }
      if (this.#hasEnded) throw new Error(`the connection ended after: ${JSON.stringify(this.text)}`)
      await this.#arrived.promise
    }
  }

  /** Waits until the server has closed the connection. Returns the remaining data. */
  async end(): Promise<string> {
    while (!this.#hasEnded) await this.#arrived.promise
    return this.text
  }

  close(): void {
    this.socket.destroy()
  }

  get #bytes(): number {
    return this.#chunks.reduce((sum, { length }) => sum + length, this.#received.length)
  }

  #joined(): Buffer {
    if (this.#chunks.length > 0) this.#received = Buffer.concat([this.#received, ...this.#chunks])
    this.#chunks = []
    return this.#received
  }

  #wake(): void {
    const { resolve } = this.#arrived
    this.#arrived = Promise.withResolvers()
    resolve()
  }
}

/** Sends one raw request. Returns its response. */
export async function exchange(url: string, request: string): Promise<WireAnswer> {
  const wire = await Wire.open(url)
  try {
    wire.send(request)
    return await wire.answer(request.startsWith('HEAD '))
  } finally {
    wire.close()
  }
}

/** Makes a request as text. Adds `host` if it is missing, and line ends. */
export function requestText(
  line: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
  body = '',
): string {
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host')
  const all = hasHost ? headers : [['host', 'localhost'] as const, ...headers]
  return `${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/**
 * The first response in the received data, and its size in bytes. Undefined while the head of the response is
 * incomplete, and without `answer` while the body is incomplete.
 */
export function takeAnswer(
  received: Buffer,
  isHead: boolean,
): { answer?: WireAnswer; size: number } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon), each.slice(colon + 1).trim()] as const
  })
  const status = Number(line.split(' ')[1])
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0)
  const size = end + 4 + (isHead || status === 204 || status < 200 ? 0 : length)
  if (received.length < size) return { size }
  return { answer: { line, status, headers, body: received.toString('utf8', end + 4, size) }, size }
}
