import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { Line, type Place } from './line.ts'

test('a line is a set that remembers the order: the same adds and removals leave the same', () => {
  const step = fc.record({ isRemoval: fc.boolean(), at: fc.nat({ max: 50 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const line = new Line<number>()
      const set = new Set<number>()
      const places: Place<number>[] = []
      for (const { isRemoval, at } of steps) {
        const place = places[at % Math.max(places.length, 1)]
        if (isRemoval && place !== undefined) {
          assert.equal(line.remove(place), set.delete(place.value))
        } else {
          set.add(places.length)
          places.push(line.add(places.length))
        }
        assert.deepEqual(line.all(), [...set])
        assert.equal(line.first?.value, [...set][0])
      }
    }),
  )
})

test('what has left leads to nothing that is still in the line', () => {
  const line = new Line<string>()
  const places = ['a', 'b', 'c'].map((value) => line.add(value))
  for (const place of places) line.remove(place)
  for (const place of places) {
    const { value } = place
    assert.deepEqual({ ...place }, { value, isIn: false, before: undefined, after: undefined })
  }
})
