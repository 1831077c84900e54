/** Connects clients to the filtered and sampled streams over real HTTP. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Credentials } from '../api-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a message may have any members
export type Line = any

/** A connection that was opened, whatever its status. Its data is split into lines. */
export class PostReader {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All messages so far. */
  readonly lines: Line[] = []
  /** The texts of all messages so far. */
  readonly texts: string[] = []
  /** Number of keep-alives so far. */
  keepAlives = 0
  /** Resolves at the end of the stream. Rejects if the stream was cut off. */
  readonly ended: Promise<void>
  readonly #response: IncomingMessage
  #waiting: (() => void)[] = []
  #rest = ''
  #hasEnded = false

  private constructor(response: IncomingMessage) {
    this.#response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    this.ended = this.#read(response).finally(() => {
      this.#hasEnded = true
      this.#wake()
    })
    this.ended.catch(() => undefined)
  }

  static open(
    url: string,
    credentials: Credentials,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PostReader> {
    return new Promise((resolve, reject) => {
      const asked = request(url, {
        agent: false,
        headers: { authorization: credentials('GET', url), ...headers },
      })
      asked.on('response', (response) => resolve(new PostReader(response)))
      asked.on('error', reject).end()
    })
  }

  /** Connects with a POST request and a form. */
  static post(
    url: string,
    credentials: Credentials,
    form: Readonly<Record<string, string>>,
  ): Promise<PostReader> {
    return new Promise((resolve, reject) => {
      const asked = request(url, {
        agent: false,
        method: 'POST',
        headers: {
          authorization: credentials('POST', url, form),
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      asked.on('response', (response) => resolve(new PostReader(response)))
      asked.on('error', reject).end(new URLSearchParams(form).toString())
    })
  }

  get messages(): readonly Line[] {
    return this.lines
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
      if (this.#hasEnded) throw new Error(`the stream has ended: ${this.texts.slice(-3).join()}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Waits for at least this number of messages, and returns all messages received so far. */
  async some(count: number): Promise<readonly Line[]> {
    await this.until(() => this.lines.length >= count)
    return this.lines
  }

  /** Waits for the end. Returns the last message. */
  async last(): Promise<Line> {
    await this.ended
    return this.lines.at(-1)
  }

  /** The body of an error response. */
  async error(): Promise<Line> {
    await this.ended
    return JSON.parse(this.#rest)
  }

  pause(): void {
    this.#response.socket.pause()
  }

  resume(): void {
    this.#response.socket.resume()
  }

  close(): void {
    this.#response.destroy()
  }

  /** Resets the connection, like a crash of the client. */
  reset(): void {
    this.#response.socket.resetAndDestroy()
  }

  #read(response: IncomingMessage): Promise<void> {
    const text: Readable =
      response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
    text.setEncoding('utf8')
    return new Promise((resolve, reject) => {
      text.on('data', (chunk: string) => this.#take(chunk))
      text.on('end', resolve).on('error', reject)
      response.on('error', reject)
      // When the client closes the connection, the response has neither an end nor an error event.
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
      else {
        this.texts.push(line)
        this.lines.push(JSON.parse(line))
      }
    }
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
