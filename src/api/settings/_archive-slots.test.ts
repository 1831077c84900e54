import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { ArchiveSlots, MAX_DOWNLOAD_MS } from './_archive-slots.ts'

test('spec/pages.md#archive: there are two slots in total, and a member can have one', () => {
  const slots = new ArchiveSlots(new TestClock())
  const first = slots.take(1n)
  assert.ok(first)
  assert.equal(slots.take(1n), undefined)
  assert.ok(slots.take(2n))
  assert.equal(slots.take(3n), undefined)
  first.free()
  assert.ok(slots.take(3n))
  first.free()
  assert.equal(slots.take(1n), undefined)
})

test('spec/pages.md#archive: a download is aborted after two hours, unless its slot was freed before', () => {
  const clock = new TestClock()
  const slots = new ArchiveSlots(clock)
  const slow = slots.take(1n)
  const quick = slots.take(2n)
  quick?.free()
  clock.advance(MAX_DOWNLOAD_MS - 1)
  assert.equal(slow?.over.aborted, false)
  clock.advance(1)
  assert.equal(slow?.over.aborted, true)
  assert.equal(quick?.over.aborted, false)
})
