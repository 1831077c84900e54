/** Reads request bodies, with limits on size, time and total memory. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../lib/time/clock.ts'
import { EdgeError } from './endpoint.ts'

/** Maximum bytes of a form body. A form is read before authentication, because OAuth signatures cover the form. */
export const MAX_FORM_BYTES = 64 * 1024

/** Milliseconds within which a body must arrive; Node has no such limit for HTTP/2. */
export const BODY_TIMEOUT_MS = 30_000

/**
 * Maximum bytes of all bodies that a process buffers at the same time. The limit bounds the memory that unauthenticated
 * clients can use.
 */
export const MAX_TOTAL_BODY_BYTES = 256 * 1024 * 1024

/** True for `application/x-www-form-urlencoded` in upper or lower case, with any parameters. */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** Reads bodies within the limits of this file. A process has one reader. */
export class BodyReader {
  readonly #clock: Clock
  readonly #maxTotal: number
  #buffered = 0

  /** @param maxTotal maximum bytes that are buffered for all requests together */
  constructor(clock: Clock, maxTotal = MAX_TOTAL_BODY_BYTES) {
    this.#clock = clock
    this.#maxTotal = maxTotal
  }

  /** Number of buffered bytes. */
  get buffered(): number {
    return this.#buffered
  }

  /**
   * The body as text of at most `largest` bytes.
   * @throws {EdgeError} `body-too-large`, without buffering more than `largest` bytes; `request-timeout`;
   *   `over-capacity` when {@link MAX_TOTAL_BODY_BYTES} are buffered; `bad-request` for a body that ends early or is
   *   not UTF-8
   */
  async text(request: IncomingMessage, largest: number): Promise<string> {
    const body = await this.bytes(request, largest)
    if (!isUtf8(body)) throw new EdgeError('bad-request', 'the body is not UTF-8')
    return body.toString('utf8')
  }

  /** Like {@link text}, but returns the raw bytes of the body. @throws {EdgeError} */
  async bytes(request: IncomingMessage, largest: number): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
    // The stream of a request without a body has already ended.
    if (request.readableEnded) return Buffer.alloc(0)
    const chunks: Buffer[] = []
    let size = 0
    try {
      await this.#read(request, (chunk) => {
        size += chunk.length
        this.#buffered += chunk.length
        if (size > largest) throw tooLarge(largest)
        if (this.#buffered > this.#maxTotal) throw new EdgeError('over-capacity', 'too many bodies at once')
        chunks.push(chunk)
      })
    } finally {
      this.#buffered -= size
    }
    const [only = Buffer.alloc(0)] = chunks
    return chunks.length > 1 ? Buffer.concat(chunks, size) : only
  }

  /** If `take` throws, the request stays open, so that the server can still send a response. */
  #read(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (request.destroyed) return reject(endedEarly())
      const cancel = this.#clock.after(BODY_TIMEOUT_MS, () =>
        settle(new EdgeError('request-timeout', 'the body did not arrive in time')),
      )
      const onData = (chunk: Buffer) => {
        try {
          take(chunk)
        } catch (error) {
          settle(error)
        }
      }
      const onEnd = () => settle()
      const onBroken = () => settle(endedEarly())
      const settle = (error?: unknown) => {
        cancel()
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
        // The rest of the body is read and discarded, because a client that is still sending would not read the
        // response.
        request.on('error', ignore)
        if (error === undefined) resolve()
        else reject(error)
      }
      request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
    })
  }
}

function ignore(): void {}

function endedEarly(): EdgeError {
  return new EdgeError('bad-request', 'the body ended before its time')
}

function tooLarge(largest: number): EdgeError {
  return new EdgeError('body-too-large', `the body is larger than ${largest} bytes`)
}
