/**
 * Frames chunks of a body (RFC 9112 section 7.1). Chunks that are sent together then need only one write to a socket.
 * {@link chunkRun} frames chunks for many connections, and {@link chunksOf} frames chunks for one connection.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ChunkRun {
  /** Content of each chunk. Each piece is a part of the buffer {@link framed}. */
  readonly pieces: readonly Buffer[]
  /** All chunks in order, each with its length line and its line ends. */
  readonly framed: Buffer
}

const LINE_END = Buffer.from('\r\n')

/** Content of one chunk: bytes, or a body that several connections share and an end for one connection. */
export type Piece = Uint8Array | SplitPiece

export interface SplitPiece {
  readonly body: Uint8Array
  readonly tail: Uint8Array
}

export function wholeOf(piece: Piece): Uint8Array {
  return piece instanceof Uint8Array ? piece : Buffer.concat([piece.body, piece.tail])
}

/** Bytes around the content of a chunk: the length in up to eight digits, and two line ends. */
const MAX_FRAME_BYTES = 12

/**
 * A reusable buffer in which chunks are framed. For most writes, the kernel has copied the chunks when the write
 * returns. One buffer can therefore serve all connections, and this buffer stays in the processor caches.
 */
export class ChunkBuffer {
  #memory: Buffer | undefined

  /** A buffer of at least `bytes` bytes; its previous content is overwritten. */
  take(bytes: number): Buffer {
    if (bytes > CHUNK_BUFFER_BYTES) return Buffer.allocUnsafe(bytes)
    this.#memory ??= Buffer.allocUnsafeSlow(CHUNK_BUFFER_BYTES)
    return this.#memory
  }

  /**
   * Stops using the current buffer, because a pending write still reads it. The next call of {@link take} allocates a
   * new buffer.
   */
  release(): void {
    this.#memory = undefined
  }
}

/** Number of bytes of the buffer. A connection with a pending write retains that much memory. */
const CHUNK_BUFFER_BYTES = 32 * 1024

/**
 * Frames pieces as separate chunks in one buffer. The function leaves out empty pieces, because an empty chunk would
 * end the body. This function runs for every message to every connection, so it allocates no objects.
 * @param buffer reused memory; a new buffer when undefined
 */
export function chunksOf(pieces: readonly Piece[], buffer?: ChunkBuffer): Buffer {
  let max = 0
  for (const piece of pieces) max += lengthOf(piece) + MAX_FRAME_BYTES
  const chunks = buffer?.take(max) ?? Buffer.allocUnsafe(max)
  let at = 0
  for (const piece of pieces) {
    const length = lengthOf(piece)
    if (length === 0) continue
    at = putSize(chunks, at, length)
    if (piece instanceof Uint8Array) chunks.set(piece, at)
    else {
      chunks.set(piece.body, at)
      chunks.set(piece.tail, at + piece.body.length)
    }
    at = putLineEnd(chunks, at + length)
  }
  return chunks.subarray(0, at)
}

const DIGITS = Buffer.from('0123456789abcdef')

/** @returns the end of the written line */
function putSize(chunks: Buffer, start: number, length: number): number {
  let at = start
  let shift = 28
  while (shift > 0 && length >>> shift === 0) shift -= 4
  for (; shift >= 0; shift -= 4) chunks[at++] = DIGITS[(length >>> shift) & 15] ?? 0
  return putLineEnd(chunks, at)
}

function putLineEnd(chunks: Buffer, at: number): number {
  chunks[at] = 13
  chunks[at + 1] = 10
  return at + LINE_END.length
}

function sizeLine(length: number): string {
  return `${length.toString(16)}\r\n`
}

/** Bytes of a piece. */
export function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : piece.body.length + piece.tail.length
}

/**
 * Frames each piece as a separate chunk. @param pieces no piece may be empty, because an empty chunk would
 * end the body
 */
export function chunkRun(pieces: readonly Uint8Array[]): ChunkRun {
  const sizes = pieces.map(({ length }) => sizeLine(length))
  const length = pieces.reduce((sum, piece, index) => sum + frameOf(sizes[index]) + piece.length, 0)
  // The memory is not from Node's buffer pool, because a long-lived run would retain a whole slab of the pool.
  const framed = Buffer.allocUnsafeSlow(length)
  let at = 0
  const views = pieces.map((piece, index) => {
    at += framed.write(sizes[index] ?? '', at, 'latin1')
    const start = at
    framed.set(piece, start)
    framed.set(LINE_END, start + piece.length)
    at = start + piece.length + LINE_END.length
    return framed.subarray(start, start + piece.length)
  })
  return { pieces: views, framed }
}

function frameOf(size = ''): number {
  return size.length + LINE_END.length
}

/** The first chunk of a run, in the same memory. */
export function firstOf({ pieces, framed }: ChunkRun): ChunkRun {
  const [first] = pieces
  if (first === undefined) return { pieces, framed }
  const end = first.byteOffset - framed.byteOffset + first.length + LINE_END.length
  return { pieces: [first], framed: framed.subarray(0, end) }
}

/**
 * The socket of a response whose head has been written, if framed chunks may be written to it directly; otherwise null.
 * The result is null for a pipelined response that has no socket yet, for HTTP/1.0, which has no chunks, and for
 * HTTP/2, which has its own frames.
 *
 * Node delays the writes of a response until the end of the tick and joins them into one chunk. A direct write before
 * the end of the tick would be sent before these writes.
 */
export function socketOf(response: ServerResponse): Socket | null {
  return response.chunkedEncoding && response.writableCorked === 0 ? response.socket : null
}

/**
 * Writes a run to a response whose head has been written. A run is written to many connections. Node would make three
 * writes and several objects for each chunk, so the function avoids the framing of Node where possible.
 * @returns true if the caller may write more now
 */
export function writeRun(response: ServerResponse, { pieces, framed }: ChunkRun): boolean {
  const socket = socketOf(response)
  if (socket !== null) return socket.write(framed)
  let hasRoom = true
  for (const piece of pieces) hasRoom = response.write(piece)
  return hasRoom
}
