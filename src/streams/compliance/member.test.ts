import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from '../../../test/support/properties.ts'
import { addText, EMPTY_TEXT, gzipEnd, gzipPiece } from '../../lib/files/gzip-member.ts'
import { Member } from './member.ts'

/**
 * Steps of a connection. The connection sends its own pieces and shared blocks, and misses some of the shared blocks.
 */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('own' as const), text: fc.string({ maxLength: 40 }) }),
    fc.record({ kind: fc.constant('shared' as const), text: fc.string({ maxLength: 40 }) }),
    fc.record({ kind: fc.constant('missed' as const), text: fc.string({ maxLength: 40 }) }),
  ),
  { maxLength: 30 },
)

test('the end of the gzip member has the checksum of all text that the connection sent, for any mix of shared blocks and its own pieces', () =>
  fc.assert(
    fc.property(steps, (history) => {
      const member = new Member()
      let sum = EMPTY_TEXT
      let sent = ''
      for (const { kind, text } of history) {
        const piece = gzipPiece(text)
        if (kind === 'own') member.add(piece)
        else sum = addText(sum, piece)
        if (kind === 'shared') member.share(sum)
        // Blocks that only other connections sent do not belong to a run of this connection.
        if (kind === 'missed') member.join(sum)
        if (kind !== 'missed') sent += text
      }
      const plain = Buffer.from(sent)
      assert.deepEqual(member.end(), gzipEnd({ crc: crc32(plain), length: plain.length }))
    }),
  ))
