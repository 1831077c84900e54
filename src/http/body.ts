/** Reading request bodies: bounded in size, in time and in sum. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../lib/time/clock.ts'
import { EdgeError } from './endpoint.ts'

/** Bytes of a form body; it must be read before anybody is authenticated, because signatures cover it. */
export const MAX_FORM_BYTES = 64 * 1024

/** Milliseconds in which a body must have come; HTTP/2 has no such limit of its own. */
export const BODY_TIMEOUT_MS = 30_000

/** Bytes of all bodies of a process that are being read: strangers may not fill the memory together either. */
export const MAX_TOTAL_BODY_BYTES = 256 * 1024 * 1024

/** Whether the content type is `application/x-www-form-urlencoded`, whatever its parameters and case. */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** Reads bodies within the bounds above; one for a process. */
export class BodyReader {
  readonly #clock: Clock
  readonly #maxTotal: number
  #buffered = 0

  /** @param maxTotal bytes that may be held at once, by all requests together */
  constructor(clock: Clock, maxTotal = MAX_TOTAL_BODY_BYTES) {
    this.#clock = clock
    this.#maxTotal = maxTotal
  }

  /** Bytes held now. */
  get buffered(): number {
    return this.#buffered
  }

  /**
   * The body as text of at most `largest` bytes.
   * @throws {EdgeError} `body-too-large`, without having kept more than `largest` bytes; `request-timeout`;
   *   `over-capacity` when too much is being read already; `bad-request` for a body that ends before its time and
   *   for one that is not UTF-8
   */
  async text(request: IncomingMessage, largest: number): Promise<string> {
    const body = await this.bytes(request, largest)
    if (!isUtf8(body)) throw new EdgeError('bad-request', 'the body is not UTF-8')
    return body.toString('utf8')
  }

  /** The body as it came; otherwise as {@link text}. @throws {EdgeError} */
  async bytes(request: IncomingMessage, largest: number): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
    // Without a body, by its headers: the server has ended it already.
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

  /** Feeds every chunk to `take` and lets go of the request, alive, when that throws. */
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
        // What still comes is read and thrown away, or the client would never see the answer.
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
