import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Shared } from './shared.ts'

test('callers that hold the same name share a value until the last caller releases it', () => {
  const shared = new Shared<object>()
  const [first, second] = [{}, {}]
  assert.equal(shared.hold('a', first), first)
  assert.equal(shared.hold('a', second), first)
  assert.equal(shared.hold('b', second), second)
  assert.equal(shared.size, 2)
  shared.release('a')
  assert.equal(shared.hold('a', second), first)
  shared.release('a')
  shared.release('a')
  assert.equal(shared.size, 1)
  assert.equal(shared.hold('a', second), second)
})

test('releasing an unknown name has no effect', () => {
  const shared = new Shared<object>()
  shared.release('a')
  assert.equal(shared.size, 0)
})
