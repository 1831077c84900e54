import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import type { TableRecord } from './records.ts'
import { RowReader, tableOf } from './rows.ts'

function rowsOf(pieces: readonly string[], longest?: number): readonly TableRecord[] {
  const reader = new RowReader(tableOf(['a,b', '1,"x"']), longest)
  return [...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()]
}

test('spec/data-files.md#tables: rows are the same for any division into chunks, with every kind of line end', () => {
  const line = fc.constantFrom('1,2', '3,"4"', '5,"6\n7"', '8,"9\r\n0"', '')
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.nat(60)), (lines, cuts) => {
      const text = lines.flat().join('')
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b)
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place))
      assert.deepEqual(rowsOf(pieces), rowsOf([text]))
    }),
  )
})

test('spec/file-recognition.md#containers: a line that is too long is one invalid row, and the next line is complete', () => {
  const long = 'x'.repeat(100)
  const fault = 'longer than 64 characters'
  for (const pieces of [
    [`1,2\n${long}${long}\n3,4\n`],
    ['1,2\n', long, long, '\n3,4'],
    [`1,2\r${long}`, `${long}\r`, '3,4\r'],
  ]) {
    assert.deepEqual(
      rowsOf(pieces, 64).map(({ line, cells, fault: what }) => [line, what ?? cells.join()]),
      [
        [1, '1,2'],
        [2, fault],
        [3, '3,4'],
      ],
    )
  }
  const open = rowsOf([`1,"2\n${long}\n3,4\n`], 64)
  assert.deepEqual(
    open.map(({ line, fault: what }) => [line, what]),
    [
      [1, undefined],
      [2, fault],
      [3, undefined],
    ],
  )
})

test('spec/data-files.md#tables: tables of write.table in R have blanks between cells and a short header', () => {
  const text = '"id" "text"\n"1" "49" "he said \\"hi\\" to\nme"\n"b" 50 NA\n"3" "51" "a ""b"" c"\n'
  const table = tableOf(text.split('\n').slice(0, -1))
  assert.deepEqual([table.first[0]?.cells, table.width], [['row names', 'id', 'text'], 3])
  const reader = new RowReader(table)
  assert.deepEqual(
    [...reader.take(text), ...reader.end()].map(({ line, cells }) => [line, ...cells]),
    [
      [1, 'id', 'text'],
      [2, '1', '49', 'he said "hi" to\nme'],
      [4, 'b', '50', 'NA'],
      [5, '3', '51', 'a "b" c'],
    ],
  )
  assert.deepEqual(tableOf(['"a" "b"', '1 "x"', '2 "y"']).first[0]?.cells, ['a', 'b'])
  assert.deepEqual(tableOf(['"a","b"', '"1",5,"x"', '"2",6,"y"']).first[0]?.cells, ['row names', 'a', 'b'])
  assert.deepEqual(tableOf(['a,b', '7,5,', '8,6,']).first[0]?.cells, ['a', 'b'])
})
