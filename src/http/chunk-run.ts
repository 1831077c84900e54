/**
 * Chunks of a body in their frames (RFC 9112 section 7.1), so that what is sent together is one write to a socket: for all
 * connections that are sent the same ({@link chunkRun}), and for one ({@link chunksOf}).
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ChunkRun {
  /** What each chunk holds, as views of {@link framed}. */
  readonly pieces: readonly Buffer[]
  /** All of them one after the other, each in its frame. */
  readonly framed: Buffer
}

const LINE_END = Buffer.from('\r\n')

/** What becomes one chunk: its bytes, or a part that others are sent too with an end of its own. */
export type Piece = Uint8Array | SplitPiece

export interface SplitPiece {
  readonly body: Uint8Array
  readonly tail: Uint8Array
}

/** The bytes of a piece. */
export function wholeOf(piece: Piece): Uint8Array {
  return piece instanceof Uint8Array ? piece : Buffer.concat([piece.body, piece.tail])
}

/** Bytes around a chunk: its length in up to eight digits, and two line ends. */
const MAX_FRAME_BYTES = 12

/**
 * Memory in which chunks are put together. Most of them are with the system when their write returns, so that one piece
 * of memory does for all connections, and stays in the caches of the processor.
 */
export class ChunkBuffer {
  #memory: Buffer | undefined

  /** Memory of at least so many bytes, in which what stood before is overwritten. */
  take(bytes: number): Buffer {
    if (bytes > CHUNK_BUFFER_BYTES) return Buffer.allocUnsafe(bytes)
    this.#memory ??= Buffer.allocUnsafeSlow(CHUNK_BUFFER_BYTES)
    return this.#memory
  }

  /** What was taken last is still in use, and is not given again. */
  release(): void {
    this.#memory = undefined
  }
}

/** A connection that does not read keeps as much. */
const CHUNK_BUFFER_BYTES = 32 * 1024

/**
 * Pieces as they go on the wire, each a chunk of its own, in one piece of memory; an empty one, which would end the body,
 * is left out. Every message to every connection comes through here: it makes nothing on the way.
 * @param workbench whose memory is used; memory of their own when undefined
 */
export function chunksOf(pieces: readonly Piece[], workbench?: ChunkBuffer): Buffer {
  let most = 0
  for (const piece of pieces) most += lengthOf(piece) + MAX_FRAME_BYTES
  const chunks = workbench?.take(most) ?? Buffer.allocUnsafe(most)
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

/** Puts the line before a chunk. @returns where it ends */
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

/** The line before a chunk. */
function sizeLine(length: number): string {
  return `${length.toString(16)}\r\n`
}

function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : piece.body.length + piece.tail.length
}

/** Frames pieces, each a chunk of its own. @param pieces none of them empty: an empty chunk would end the body */
export function chunkRun(pieces: readonly Uint8Array[]): ChunkRun {
  const sizes = pieces.map(({ length }) => sizeLine(length))
  const length = pieces.reduce((sum, piece, index) => sum + frameOf(sizes[index]) + piece.length, 0)
  // Not of the pool: a run is kept for long, and would keep all that was allocated beside it.
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
 * The connection of an answer whose head has been written, when chunks may be written to it past Node's own framing;
 * null otherwise. Without a socket an answer waits behind another; HTTP/1.0 has no chunks, and HTTP/2 frames of its own.
 *
 * What Node was given itself it keeps back until the turn is over, and makes one chunk of it: what came past it would be
 * before that.
 */
export function socketOf(response: ServerResponse): Socket | null {
  return response.chunkedEncoding && response.writableCorked === 0 ? response.socket : null
}

/**
 * Writes a run to an answer whose head has been written, past Node's own framing where there is one: that makes three
 * writes and several objects of a chunk, and a chunk goes to many.
 * @returns whether there is room for more
 */
export function writeRun(response: ServerResponse, { pieces, framed }: ChunkRun): boolean {
  const socket = socketOf(response)
  if (socket !== null) return socket.write(framed)
  let hasRoom = true
  for (const piece of pieces) hasRoom = response.write(piece)
  return hasRoom
}
