/** Copies the beginning of a body while other code reads the body. */
import type { IncomingMessage } from 'node:http'

/** Maximum number of bytes of a body in the log. */
export const MAX_LOGGED_BODY_BYTES: number = 64 * 1024

export class BodyCopy {
  readonly #max: number
  readonly #pieces: Buffer[] = []
  #stored = 0
  /** Bytes of the body so far, including bytes that are not stored. */
  size = 0

  /** @param max maximum number of bytes to store */
  constructor(max: number = MAX_LOGGED_BODY_BYTES) {
    this.#max = max
  }

  add(piece: Uint8Array): void {
    const room = this.#max - this.#stored
    this.size += piece.length
    if (room <= 0) return
    // The piece is copied, because Node may reuse its memory.
    const copy = Buffer.from(piece.subarray(0, room))
    this.#pieces.push(copy)
    this.#stored += copy.length
  }

  get isCut(): boolean {
    return this.size > this.#stored
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8')
  }
}

/**
 * Copies the body of a request while other code reads the body. A listener for `data` would start the reading, so this
 * function replaces `emit`.
 * @param max maximum number of bytes to store
 */
export function tapBody(request: IncomingMessage, max?: number): BodyCopy | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const mayHaveBody = encoding !== undefined || request.httpVersionMajor > 1 || Number(length ?? 0) > 0
  if (!mayHaveBody) return undefined
  const copy = new BodyCopy(max)
  const emit = request.emit.bind(request)
  request.emit = ((event: string, ...values: unknown[]) => {
    if (event === 'data' && values[0] instanceof Uint8Array) copy.add(values[0])
    return emit(event, ...values)
  }) as typeof request.emit
  return copy
}
