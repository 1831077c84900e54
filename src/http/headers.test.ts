import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HttpDates, headerList, pushHeaders, pushReplacing } from './headers.ts'

describe('lists of headers', () => {
  test('names and values alternate', () => {
    const list: string[] = ['a', '1']
    pushHeaders(list, headerList({ b: '2', c: '3' }))
    assert.deepEqual(list, ['a', '1', 'b', '2', 'c', '3'])
  })

  test('a header that replaces another header occurs once, and the replaced header is removed', () => {
    const list: string[] = []
    pushReplacing(list, headerList({ a: '1', b: '2', c: '3' }), { b: 'x', d: 'y' })
    assert.deepEqual(list, ['a', '1', 'c', '3', 'b', 'x', 'd', 'y'])
  })

  test('the date changes when the second changes, forwards or backwards', () => {
    const dates = new HttpDates()
    const noon = Date.UTC(2020, 7, 12, 12)
    for (const ms of [noon, noon + 999, noon + 1_000, noon - 1, noon, 0]) {
      assert.equal(dates.at(ms), new Date(ms).toUTCString())
    }
  })
})
