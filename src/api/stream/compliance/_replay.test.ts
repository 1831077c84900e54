import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { MemoryLog, usersOf } from '../../../../test/support/compliance-log.ts'
import { PositionTooOld } from '../../../events/tail.ts'
import { must } from '../../../lib/assert.ts'
import type { GzipPiece } from '../../../lib/gzip-member.ts'
import { edgeAfter, positionBefore, Replay, SEGMENT } from './_replay.ts'

const [ANN = 0n, BEN = 0n] = usersOf(3, 2)
const [CYN = 0n] = usersOf(5, 1)

function idsIn(piece: GzipPiece | undefined): string[] {
  if (piece === undefined) return []
  const text = inflateRawSync(piece.bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  return [...text.matchAll(/"id_str":"(\d+)"/g)].map(([, id = '']) => id)
}

describe('design 7: history in segments', () => {
  test('a partition is told its own, in order, whatever lies between', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.suspend(CYN)
    log.fill(3)
    log.suspend(BEN)
    const replay = new Replay(log)
    assert.deepEqual(idsIn(await replay.piece(3, 0n, log.head)), [String(ANN), String(BEN)])
    assert.deepEqual(idsIn(await replay.piece(3, 1n, log.head)), [String(BEN)])
    assert.deepEqual(idsIn(await replay.piece(5, 0n, 1n)), [])
    assert.equal(await replay.piece(3, 4n, 4n), undefined)
  })

  test('readers of the same segment share what was read and compressed, whatever their partition', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.suspend(CYN)
    log.fill(Number(SEGMENT) * 2)
    const replay = new Replay(log)
    const [one, other, third] = await Promise.all([
      replay.piece(3, 0n, SEGMENT),
      replay.piece(3, 0n, SEGMENT),
      replay.piece(5, 0n, SEGMENT),
    ])
    assert.equal(must(one, 'a piece').bytes, must(other, 'a piece').bytes)
    assert.deepEqual(idsIn(third), [String(CYN)])
    assert.equal(log.reads, 1)
  })

  test('promise 5: only so many segments are kept', async () => {
    const log = new MemoryLog()
    log.fill(Number(SEGMENT) * 70)
    const replay = new Replay(log)
    for (let at = 0n; at < 70n; at += 1n) await replay.piece(1, at * SEGMENT, (at + 1n) * SEGMENT)
    assert.equal(replay.size, 64)
    const { reads } = log
    await replay.piece(1, 69n * SEGMENT, 70n * SEGMENT)
    assert.equal(log.reads, reads)
    await replay.piece(1, 0n, SEGMENT)
    assert.equal(log.reads, reads + 1)
  })

  test('a failure is not kept', async () => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(Number(SEGMENT))
    const replay = new Replay(log)
    log.trimTo(4n)
    await assert.rejects(replay.piece(3, 0n, SEGMENT), PositionTooOld)
    log.trimTo(0n)
    assert.deepEqual(idsIn(await replay.piece(3, 0n, SEGMENT)), [String(ANN)])
  })

  test('edges lie at fixed positions', () => {
    assert.equal(edgeAfter(0n), SEGMENT)
    assert.equal(edgeAfter(SEGMENT - 1n), SEGMENT)
    assert.equal(edgeAfter(SEGMENT), SEGMENT * 2n)
  })
})

/** Few values, so that equal times are met. */
const SECONDS = fc.nat(3).map((seconds) => seconds * 1_000)

describe('compliance-stream.md 1: backfill_minutes', () => {
  test('begins before everything that happened since, and skips all that is 5 s older', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(SECONDS, { maxLength: 60 }),
        fc.nat(12).map((since) => since * 1_000),
        fc.nat(20),
        async (steps, since, trimmed) => {
          const log = new MemoryLog()
          const times: number[] = []
          for (const step of steps) {
            times.push((times.at(-1) ?? 0) + step)
            log.suspend(ANN, times.at(-1))
          }
          const oldest = Math.min(trimmed, times.length)
          log.trimTo(BigInt(oldest))
          const found = Number(await positionBefore(log, log.head, since))
          const due = times.findIndex((at, index) => index >= oldest && at >= since - 5_000)
          assert.equal(found, due < 0 ? times.length : due)
        },
      ),
    ))
})
