/**
 * Calls that the server makes to its own public API, for a user of the console. Each call is a request over a
 * connection inside the process, to an application without a port. The request passes the same steps as other requests:
 * routing, authentication, rate windows and request log.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../lib/time/clock.ts'
import type { RequestOrigin } from '../request-origin.ts'
import { socketPair } from './socket-pair.ts'

export interface LocalRequest {
  readonly method: string
  /** Path with query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Scheme, host and client address that the application sees as the origin of the request. */
  readonly origin: Pick<RequestOrigin, 'scheme' | 'host' | 'address'>
}

export interface LocalBounds {
  /** Maximum bytes of the body that are read. */
  readonly maxBytes: number
  /** Maximum milliseconds from the request to the end of the response. */
  readonly maxMs: number
  /** For endless bodies: returns true if `text`, the body read so far, is enough, so that reading stops. */
  isEnough?(text: string): boolean
}

export interface LocalResponse {
  readonly status: number
  readonly reason: string
  /** The headers as the application sent them, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Reason why reading the body ended. */
  readonly ended: 'complete' | 'cut off' | 'enough' | 'bytes' | 'time'
  /** Milliseconds until the head of the response arrived. */
  readonly milliseconds: number
}

/** An application that does not have to listen on a port. */
export interface LocalApp {
  readonly fastify: Pick<FastifyInstance, 'server'> & { ready(): PromiseLike<unknown> }
}

export class LocalCalls {
  readonly #clock: Clock
  readonly #open: () => LocalApp
  #app: LocalApp | undefined

  /** @param open builds the application, which never listens on a port */
  constructor(clock: Clock, open: () => LocalApp) {
    this.#clock = clock
    this.#open = open
  }

  /** Sends a request. @returns the response; undefined when none began within `maxMs` */
  async call(request: LocalRequest, bounds: LocalBounds): Promise<LocalResponse | undefined> {
    this.#app ??= this.#open()
    await this.#app.fastify.ready()
    const { address, scheme, host } = request.origin
    const { client, server } = socketPair({ remoteAddress: address, encrypted: scheme === 'https' })
    this.#app.fastify.server.emit('connection', server)
    const started = this.#clock.monotonic()
    const { method, target: path, body } = request
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const headers = { host, ...request.headers, ...length, connection: 'close' }
    const sent = httpRequest({ method, path, headers, createConnection: () => client })
    return new Promise((resolve, reject) => {
      const finish = (response: LocalResponse | undefined) => {
        cancel()
        resolve(response)
        client.destroy()
      }
      let reading: BodyReading | undefined
      const cancel = this.#clock.after(bounds.maxMs, () => finish(reading?.response('time')))
      sent.on('error', (error) => {
        cancel()
        reject(error)
      })
      sent.on('response', (message) => {
        const milliseconds = Math.round(this.#clock.monotonic() - started)
        reading = new BodyReading(message, milliseconds, bounds, finish)
      })
      sent.end(body)
    })
  }
}

/** Reads a body until the body ends or a limit is reached. */
class BodyReading {
  readonly #message: IncomingMessage
  readonly #milliseconds: number
  readonly #chunks: Buffer[] = []
  #bytes = 0

  constructor(
    message: IncomingMessage,
    milliseconds: number,
    { maxBytes, isEnough }: LocalBounds,
    finish: (response: LocalResponse) => void,
  ) {
    this.#message = message
    this.#milliseconds = milliseconds
    message.on('data', (chunk: Buffer) => {
      this.#chunks.push(Buffer.from(chunk.subarray(0, maxBytes - this.#bytes)))
      this.#bytes += chunk.length
      if (this.#bytes > maxBytes) finish(this.response('bytes'))
      else if (isEnough?.(this.#text()) === true) finish(this.response('enough'))
    })
    // An incomplete body emits an error and then `close`.
    message.on('error', () => undefined)
    message.on('close', () => finish(this.response(message.complete ? 'complete' : 'cut off')))
  }

  response(ended: LocalResponse['ended']): LocalResponse {
    const { statusCode = 0, statusMessage = '', rawHeaders } = this.#message
    const headers = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''] as const,
    )
    const milliseconds = this.#milliseconds
    return { status: statusCode, reason: statusMessage, headers, body: this.#text(), ended, milliseconds }
  }

  #text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}
