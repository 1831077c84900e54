import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { pageOf } from './pages.ts'

test('all pages together contain each item exactly once', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 1, max: 15 }), (size, count) => {
      const all = Array.from({ length: size }, (_, index) => index + 1)
      const seen: number[] = []
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after
        const rows = all.filter((each) => each > from).slice(0, count + 1)
        const page = pageOf(rows, count, (each) => each)
        assert.ok(page.items.length <= count)
        seen.push(...page.items)
        after = page.next
      }
      assert.deepEqual(seen, all)
    }),
  )
})
