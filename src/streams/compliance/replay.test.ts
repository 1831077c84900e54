import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, inflateRawSync } from 'node:zlib'
import * as fc from '../../../test/support/properties.ts'
import { MemoryLog, usersOf } from '../../../test/support/streams/compliance-log.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { must } from '../../lib/assert.ts'
import type { GzipPiece } from '../../lib/files/gzip-member.ts'
import { PositionTooOld } from '../../log/read-table.ts'
import { Deflater } from './deflater.ts'
import { edgeAfter, Replay, SEGMENT, SLICE, segmentEnd } from './replay.ts'

const [ANN = 0n, BEN = 0n] = usersOf(3, 2)
const [CYN = 0n] = usersOf(5, 1)

function replayOf(tail: MemoryLog, keptBytes?: number): Replay {
  return new Replay({ tail, clock: new TestClock(), deflater: new Deflater(), keptBytes })
}

function idsIn(piece: GzipPiece | undefined): string[] {
  if (piece === undefined) return []
  const text = inflateRawSync(piece.bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  return [...text.matchAll(/"id_str":"(\d+)"/g)].map(([, id = '']) => id)
}

describe('history in segments', () => {
  test('a partition gets only its own messages, in order, from a log with messages of several partitions', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.suspend(CYN)
    log.fill(3)
    log.suspend(BEN)
    const replay = replayOf(log)
    assert.deepEqual(idsIn(await replay.piece(3, 0n, log.head)), [String(ANN), String(BEN)])
    assert.deepEqual(idsIn(await replay.piece(3, 1n, log.head)), [String(BEN)])
    assert.deepEqual(idsIn(await replay.piece(5, 0n, 1n)), [])
    assert.equal(await replay.piece(3, 4n, 4n), undefined)
  })

  test('readers of one segment share reads and compression, in one partition or in several', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.suspend(CYN)
    log.fill(Number(SEGMENT) * 2)
    const replay = replayOf(log)
    const [one, other, third] = await Promise.all([
      replay.piece(3, 0n, SEGMENT),
      replay.piece(3, 0n, SEGMENT),
      replay.piece(5, 0n, SEGMENT),
    ])
    assert.equal(must(one, 'a piece').bytes, must(other, 'a piece').bytes)
    assert.deepEqual(idsIn(third), [String(CYN)])
    assert.equal(log.reads, 1)
  })

  test('readers that begin or end inside a segment share the slices of the segment', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(Number(SLICE))
    const replay = replayOf(log)
    const [one, other] = [await replay.piece(3, 0n, SLICE), await replay.piece(3, 0n, SLICE)]
    assert.equal(must(one, 'a piece').bytes, must(other, 'a piece').bytes)
    assert.equal(log.reads, 1)
    assert.equal(replay.events, Number(SLICE))
  })

  test('promise 5: the size of the cache is limited, and the cache keeps the most recently used entries', async () => {
    const max = 20_000
    const log = new MemoryLog()
    for (let count = 0n; count < SEGMENT * 20n; count += 1n) log.suspend(count % 2n === 0n ? ANN : CYN)
    const replay = replayOf(log, max)
    for (let at = 0n; at < 20n; at += 1n) {
      await replay.piece(1, at * SEGMENT, (at + 1n) * SEGMENT)
      assert.ok(replay.bytes <= max, `${replay.bytes} bytes`)
    }
    assert.ok(replay.bytes > max / 2)
    const { reads } = log
    await replay.piece(1, 19n * SEGMENT, 20n * SEGMENT)
    assert.equal(log.reads, reads)
    await replay.piece(1, 0n, SEGMENT)
    assert.equal(log.reads, reads + 1)
  })

  test('a failed read is not cached', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(Number(SEGMENT))
    const replay = replayOf(log)
    log.trimTo(4n)
    await assert.rejects(replay.piece(3, 0n, SEGMENT), PositionTooOld)
    log.trimTo(0n)
    assert.deepEqual(idsIn(await replay.piece(3, 0n, SEGMENT)), [String(ANN)])
  })

  test('history is divided at fixed positions: whole segments, slices before and after the segments, and a rest', () => {
    const far = SEGMENT * 10n
    assert.equal(segmentEnd(0n), SEGMENT)
    assert.equal(segmentEnd(SEGMENT - 1n), SEGMENT)
    assert.equal(segmentEnd(SEGMENT), SEGMENT * 2n)
    assert.equal(edgeAfter(0n, far), SEGMENT)
    assert.equal(edgeAfter(1n, far), SLICE)
    assert.equal(edgeAfter(SLICE, far), SLICE * 2n)
    assert.equal(edgeAfter(SEGMENT - 1n, far), SEGMENT)
    assert.equal(edgeAfter(SEGMENT, SEGMENT * 2n), SEGMENT * 2n)
    assert.equal(edgeAfter(SEGMENT, SEGMENT * 2n - 1n), SEGMENT + SLICE)
    assert.equal(edgeAfter(SEGMENT, SEGMENT + 5n), SEGMENT + 5n)
  })

  test('the parts cover any range, and readers share all parts except the two at the ends of the range', () =>
    fc.assert(
      fc.property(fc.bigInt(0n, 5_000n), fc.bigInt(0n, 5_000n), (from, length) => {
        const upTo = from + length
        let own = 0n
        for (let at = from; at < upTo; ) {
          const edge = edgeAfter(at, upTo)
          assert.ok(edge > at && edge <= upTo)
          const size = edge - at
          const isShared = at % size === 0n && (size === SEGMENT || size === SLICE)
          if (!isShared) own += size
          at = edge
        }
        assert.ok(own < SLICE * 2n, `${own} events for one reader alone`)
      }),
    ))
})
