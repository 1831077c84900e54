import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contentOf } from './content.ts'

async function allOf<Item>(batches: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

describe('spec/file-recognition.md#recognition', () => {
  // Each entry is longer than the first part that the recognition reads. Some entries have line ends at the end of a
  // chunk of the text.
  const BLANKS = [
    ' '.repeat(200_001),
    '\r\n'.repeat(100_001),
    `${' '.repeat(65_535)}\r\n`,
    '\n'.repeat(70_000),
  ]

  for (const blanks of BLANKS) {
    const lines = blanks.split('\n').length - 1

    test(`JSON is recognised after ${blanks.length} blanks in ${lines} lines`, async () => {
      const content = await contentOf(chunksOf(`${blanks}{"a":1}\n{"a":`))
      assert.equal(content.is, 'json')
      const values = content.is === 'json' ? await allOf(content.values) : []
      assert.deepEqual(
        values.map(({ line, fault }) => [line, fault !== undefined]),
        [
          [lines + 1, false],
          [lines + 2, true],
        ],
      )
    })

    test(`a table is recognised after ${blanks.length} blanks in ${lines} lines`, async () => {
      const content = await contentOf(chunksOf(`${blanks}1,2\n3,4\n`))
      assert.equal(content.is, 'table')
      const rows = content.is === 'table' ? await allOf(content.rows) : []
      assert.deepEqual(
        rows.map(({ line, cells }) => [line, ...cells.map((cell) => cell.trim())]),
        [
          [lines + 1, '1', '2'],
          [lines + 2, '3', '4'],
        ],
      )
    })
  }

  test('a file that contains only blanks is empty', async () => {
    assert.equal((await contentOf(chunksOf('\n \t'.repeat(100_000)))).is, 'empty')
  })
})
