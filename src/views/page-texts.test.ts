import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { type PageText, PageTexts } from './page-texts.ts'

function page(bytes: number, name = 'fields'): PageText {
  return { name, shown: [], data: [Buffer.alloc(bytes)], body: undefined }
}

const NO_USERS = { deref: () => undefined }

test('pages stay within the limit: the oldest pages are removed first, and a page above the limit is not kept', () => {
  const texts = new PageTexts(1_000)
  const [first, second, third] = [ParsedIds.of([1n]), ParsedIds.of([2n]), ParsedIds.of([3n])]
  const isKept = (ids: ParsedIds) => texts.get(ids, 'fields', [], NO_USERS) !== undefined
  texts.keep(first, page(200))
  texts.keep(second, page(200))
  assert.deepEqual([isKept(first), isKept(second), texts.bytes], [true, true, 1_000])
  texts.keep(third, page(200))
  assert.deepEqual([isKept(first), isKept(second), isKept(third), texts.bytes], [false, true, true, 1_000])
  texts.keep(second, page(100))
  assert.equal(texts.bytes, 750)
  texts.keep(third, page(401))
  assert.deepEqual([isKept(second), isKept(third), texts.bytes], [true, false, 250])
})

test('a page with other fields replaces the page with the same ids', () => {
  const texts = new PageTexts(1_000)
  const ids = ParsedIds.of([1n])
  texts.keep(ids, page(10))
  assert.equal(texts.get(ids, 'other fields', [], NO_USERS), undefined)
  texts.keep(ids, page(10, 'other fields'))
  assert.equal(texts.get(ids, 'fields', [], NO_USERS), undefined)
  assert.ok(texts.get(ids, 'other fields', [], NO_USERS) !== undefined)
})
