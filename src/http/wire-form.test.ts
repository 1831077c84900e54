import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireForm } from './wire-form.ts'

test('bytes and short texts are sent as they are, long texts and pieces as UTF-8', () => {
  const bytes = Buffer.from('bytes')
  assert.equal(wireForm({ status: 200, body: undefined, bytes }), bytes)
  assert.equal(wireForm({ status: 200, body: 'short' }), 'short')
  const long = 'é'.repeat(20_000)
  assert.deepEqual(wireForm({ status: 200, body: long }), Buffer.from(long))
  const pieces = ['{"ü":[', ['1', Buffer.from('"é"')], ']}']
  assert.deepEqual(wireForm({ status: 200, body: undefined, pieces }), Buffer.from('{"ü":[1,"é"]}'))
  assert.equal(wireForm({ status: 204, body: undefined }), '')
})
