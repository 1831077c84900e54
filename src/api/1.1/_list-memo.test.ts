import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonList } from '../../lib/json.ts'
import { ListMemo } from './_list-memo.ts'

const PEOPLE = Array.from({ length: 6 }, (_, index) => Buffer.from(`{"id":${index},"name":"ä"}`))

const entry = fc.oneof(fc.constantFrom(...PEOPLE), fc.constantFrom('{"id":9}', '{"id":8}'))

test('gives what jsonList gives, whatever was asked before, and keeps a bounded number', () =>
  fc.assert(
    fc.property(fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 60 }), (lists) => {
      const memo = new ListMemo()
      for (const texts of lists) {
        assert.ok(memo.array(texts).equals(jsonList('[', texts, ']')))
        assert.ok(memo.size <= 16)
      }
    }),
  ))

test('the same users are the same bytes, until one of them is another', () => {
  const memo = new ListMemo()
  const first = memo.array(PEOPLE)
  assert.equal(memo.array([...PEOPLE]), first)
  const changed = PEOPLE.with(2, Buffer.from('{"id":2,"name":"b"}'))
  assert.notEqual(memo.array(changed), first)
  assert.equal(memo.array(PEOPLE), first)
})

test('a text, and a list that is too long, are put together each time', () => {
  const memo = new ListMemo()
  memo.array(['{}'])
  memo.array([Buffer.alloc(600 * 1024)])
  assert.equal(memo.size, 0)
})
