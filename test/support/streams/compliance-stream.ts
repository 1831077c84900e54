/** Opens compliance streams over real HTTP, as consumers do. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'
import { createConsoleUser } from '../../../src/domain/console/console-account.ts'
import { createStream, type StreamName, streamPath } from '../../../src/domain/console/stream.ts'
import type { Context } from '../../../src/domain/context.ts'

export const STREAM: StreamName = { accountName: 'acme', publisher: 'twitter', label: 'prod' }
export const EMAIL = 'firehose@example.org'
export const PASSWORD = 'battery staple'

export function basic(email = EMAIL, password = PASSWORD): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
}

/** Creates a console account with a stream, and a user who may open the stream. */
export async function createAccount(context: Context): Promise<void> {
  const user = { accountName: STREAM.accountName, email: EMAIL, password: PASSWORD, role: 'admin' } as const
  await createConsoleUser(context, user)
  await createStream(context, STREAM)
}

/** Path of a partition with additional query parameters, such as `&positions=true`. */
export function pathOf(partition: number, query = ''): string {
  return streamPath(STREAM, partition) + query
}

export type Message = Readonly<Record<string, unknown>>

/** A connection that got a response, also with an error status. Its data is decompressed and split into messages. */
export class Consumer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All messages so far. */
  readonly messages: Message[] = []
  /** Number of keep-alives so far. */
  keepAlives = 0
  /**
   * Resolves at the end of the stream. Rejects if the stream was cut off or its checksum was wrong. Resolves
   * immediately for a response without gzip, such as an error.
   */
  readonly ended: Promise<void>
  readonly #response: IncomingMessage
  #waiting: (() => void)[] = []
  #rest = ''
  #hasEnded = false

  private constructor(response: IncomingMessage) {
    this.#response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    this.ended = response.headers['content-encoding'] === 'gzip' ? this.#unpack(response) : Promise.resolve()
    this.ended
      .catch(() => undefined)
      .finally(() => {
        this.#hasEnded = true
        this.#wake()
      })
  }

  static async open(
    url: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Consumer> {
    const sent = { authorization: basic(), 'accept-encoding': 'gzip', ...headers }
    return new Promise((resolve, reject) => {
      const asked = request(`${url}${path}`, { agent: false, headers: sent })
      asked.on('response', (response) => resolve(new Consumer(response)))
      asked.on('error', reject).end()
    })
  }

  /** The raw body, from which tests read errors. */
  get body(): AsyncIterable<Buffer> {
    return this.#response
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * Resolves when `isSo` returns true after a chunk.
   * @throws when the stream ends before that
   */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#hasEnded) throw new Error(`the stream has ended: ${JSON.stringify(this.messages.slice(-3))}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Waits for at least this number of messages, and returns all messages received so far. */
  async some(count: number): Promise<readonly Message[]> {
    await this.until(() => this.messages.length >= count)
    return this.messages
  }

  /** Stops reading from the connection. */
  pause(): void {
    this.#response.socket.pause()
  }

  resume(): void {
    this.#response.socket.resume()
  }

  close(): void {
    this.#response.destroy()
  }

  #unpack(response: IncomingMessage): Promise<void> {
    const text = response.pipe(createGunzip())
    return new Promise((resolve, reject) => {
      text.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')))
      text.on('end', resolve).on('error', reject)
      response.on('error', reject)
      // When this side closes the connection, the response has neither an end nor an error.
      response.on('close', () => {
        if (!response.readableEnded) reject(new Error('the stream was closed before its end'))
      })
    })
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\r\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') this.keepAlives += 1
      else this.messages.push(JSON.parse(line) as Message)
    }
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
