import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { ChunkBuffer, chunkRun, chunksOf, firstOf, type Piece, wholeOf } from './chunk-run.ts'

/** Pieces of bytes, including empty pieces and lengths at which the number of hex digits increases. */
const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(15, 16, 255, 256, 4_095, 4_096, 65_535, 65_536).map((length) => new Uint8Array(length)),
)
const PARTED: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc.oneof(BYTES, fc.record({ body: BYTES, tail: BYTES })),
  { maxLength: 5 },
)

const PIECES = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 })

/** A simple implementation of RFC 9112 section 7.1. */
function framedPlainly(pieces: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
  )
}

describe('RFC 9112 section 7.1: framing chunks for many connections', () => {
  test('each piece is a separate chunk, and can be read without its frame', () =>
    fc.assert(
      fc.property(PIECES, (pieces) => {
        const run = chunkRun(pieces)
        assert.deepEqual(run.framed, framedPlainly(pieces))
        assert.deepEqual(
          run.pieces.map((piece) => [...piece]),
          pieces.map((piece) => [...piece]),
        )
        for (const piece of run.pieces) assert.equal(piece.buffer, run.framed.buffer)
      }),
    ))

  test('the first chunk alone is a run in the same memory', () =>
    fc.assert(
      fc.property(PIECES, (pieces) => {
        const run = chunkRun(pieces)
        const first = firstOf(run)
        assert.deepEqual(first.framed, framedPlainly(pieces.slice(0, 1)))
        assert.equal(first.pieces.length, 1)
        assert.equal(first.framed.buffer, run.framed.buffer)
      }),
    ))

  test('pieces for one connection: the body and the tail of a piece are one chunk, and empty pieces are left out', () =>
    fc.assert(
      fc.property(PARTED, (pieces) => {
        const whole = pieces.map(wholeOf).filter(({ length }) => length > 0)
        assert.deepEqual(chunksOf(pieces), framedPlainly(whole))
      }),
    ))

  test('chunks that are framed in reused memory do not depend on its earlier content', () => {
    const workbench = new ChunkBuffer()
    return fc.assert(
      fc.property(PARTED, (pieces) => {
        const whole = pieces.map(wholeOf).filter(({ length }) => length > 0)
        assert.deepEqual(chunksOf(pieces, workbench), framedPlainly(whole))
      }),
    )
  })

  test('a released buffer is not overwritten, and small chunks do not retain the memory of large chunks', () => {
    const workbench = new ChunkBuffer()
    const [first, second] = [[Buffer.from('first')], [Buffer.from('other')]]
    const put = chunksOf(first, workbench)
    assert.equal(chunksOf(first, workbench).buffer, put.buffer)
    workbench.release()
    chunksOf(second, workbench)
    assert.deepEqual(put, framedPlainly(first))
    const large = [Buffer.alloc(64 * 1024)]
    assert.notEqual(chunksOf(large, workbench).buffer, chunksOf(second, workbench).buffer)
    assert.deepEqual(chunksOf(large, workbench), framedPlainly(large))
  })
})
