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

/** What becomes one chunk: its bytes, or two parts of them. */
export type Piece = Uint8Array | readonly [Uint8Array, Uint8Array]

/** The bytes of a piece. */
export function wholeOf(piece: Piece): Uint8Array {
  return isParted(piece) ? Buffer.concat(piece) : piece
}

function isParted(piece: Piece): piece is readonly [Uint8Array, Uint8Array] {
  return Array.isArray(piece)
}

/** Bytes around a chunk: its length in up to eight digits, and two line ends. */
const FRAME_LONGEST = 12

/**
 * Pieces as they go on the wire, each a chunk of its own, in one piece of memory that nobody shares; an empty one, which
 * would end the body, is left out.
 */
export function chunksOf(pieces: readonly Piece[]): Buffer {
  let most = 0
  for (const piece of pieces) most += lengthOf(piece) + FRAME_LONGEST
  const chunks = Buffer.allocUnsafe(most)
  let at = 0
  for (const piece of pieces) {
    const length = lengthOf(piece)
    if (length === 0) continue
    at += chunks.write(sizeLine(length), at, 'latin1')
    if (isParted(piece)) {
      const [first, second] = piece
      chunks.set(first, at)
      chunks.set(second, at + first.length)
    } else chunks.set(piece, at)
    at += length
    chunks.set(LINE_END, at)
    at += LINE_END.length
  }
  return chunks.subarray(0, at)
}

/** The line before a chunk. */
function sizeLine(length: number): string {
  return `${length.toString(16)}\r\n`
}

function lengthOf(piece: Piece): number {
  return isParted(piece) ? piece[0].length + piece[1].length : piece.length
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
