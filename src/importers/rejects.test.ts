import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { withReasons } from './reject-reasons.ts'
import { NO_REJECTS, type Reject, RejectFile } from './rejects.ts'

const NAME = 'follows-0123456789abcdef'

function rejectOf(line: number, text = 'x'): Reject {
  return { line, reason: 'no edge', text }
}

describe('the reject file', () => {
  test('has the number, the reason and the text of each line, and only its owner may read the file', async (t) => {
    const data = await temporaryDirectory(t)
    const file = RejectFile.byName(data, NAME, NO_REJECTS)
    assert.equal(file.path, join(data, 'rejects', 'follows-0123456789abcdef.tsv'))
    file.write([])
    await assert.rejects(stat(file.path))
    file.write([rejectOf(3, 'a b'), rejectOf(7, 'é'.repeat(600))])
    file.commit()
    assert.equal(await readFile(file.path, 'utf8'), `3\tno edge\ta b\n7\tno edge\t${'é'.repeat(500)}\n`)
    assert.equal((await stat(file.path)).mode & 0o777, 0o600)
  })

  test('loses the rows of a batch that was not committed', async (t) => {
    const file = RejectFile.byName(await temporaryDirectory(t), NAME, NO_REJECTS)
    file.write([rejectOf(1)])
    file.commit()
    file.write([rejectOf(2), rejectOf(3)])
    file.write([rejectOf(2)])
    file.commit()
    file.write([rejectOf(4)])
    file.commit()
    assert.equal(await readFile(file.path, 'utf8'), '1\tno edge\tx\n2\tno edge\tx\n4\tno edge\tx\n')
  })

  test('continues where an interrupted run ended; a new run replaces it', async (t) => {
    const data = await temporaryDirectory(t)
    const first = RejectFile.byName(data, NAME, NO_REJECTS)
    const kept = first.write([rejectOf(1, '☃'), rejectOf(5)])
    first.commit()
    first.write([rejectOf(9)])
    const second = RejectFile.byName(data, NAME, kept)
    assert.equal((await readFile(first.path, 'utf8')).split('\n').length, 4, 'opening changes nothing')
    second.write([rejectOf(6)])
    second.commit()
    assert.equal(await readFile(first.path, 'utf8'), '1\tno edge\t☃\n5\tno edge\tx\n6\tno edge\tx\n')

    const third = RejectFile.byName(data, NAME, NO_REJECTS)
    third.write([rejectOf(2)])
    assert.equal(await readFile(first.path, 'utf8'), '2\tno edge\tx\n')
  })

  test('spec/odd-values.md#principles: the position has the counts by reason, also without a file', async (t) => {
    const reasons = [
      { line: 'a:1', reason: 'id "12" is no number', text: '' },
      { line: 'a:2', reason: 'id "x y" is no number', text: '' },
      { line: 'a:3', reason: 'user 17 is missing', text: '' },
    ]
    const expected = [
      { reason: 'id "12" is no number', count: 2, places: ['a:1', 'a:2'] },
      { reason: 'user 17 is missing', count: 1, places: ['a:3'] },
    ]
    const data = await temporaryDirectory(t)
    for (const file of [RejectFile.byName(data, NAME, NO_REJECTS), RejectFile.withoutFile()]) {
      // The rejects of an attempt that was not committed do not count.
      file.write(reasons)
      assert.deepEqual(file.write(reasons).reasons, expected)
      file.commit()
      const [first] = file.write(reasons).reasons
      assert.deepEqual(first, { ...expected[0], count: 4 })
      assert.equal(file.position.unlisted, 0)
    }
    const many = Array.from({ length: 300 }, (_, line) => ({ line, reason: 'x'.repeat(line), text: '' }))
    const all = withReasons([], many)
    assert.equal(all.length, 101)
    assert.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      300,
    )
  })

  test('decision 0164: the report counts objects beyond the maximum size of the file', async (t) => {
    const file = RejectFile.byName(await temporaryDirectory(t), NAME, NO_REJECTS, 30)
    const listed = file.write([rejectOf(1), rejectOf(2), rejectOf(3)])
    assert.deepEqual([listed.bytes, listed.unlisted], [24, 1])
    file.commit()
    const unlisted = file.write([rejectOf(4), rejectOf(5)])
    assert.deepEqual([unlisted.bytes, unlisted.unlisted], [24, 3])
    assert.deepEqual(unlisted.reasons, [{ reason: 'no edge', count: 5, places: ['1', '2', '3'] }])
    file.commit()
    assert.equal(await readFile(file.path, 'utf8'), '1\tno edge\tx\n2\tno edge\tx\n')
  })
})
