import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { type QueuedWindow, WindowQueue } from './window-queue.ts'

function queued(key: string): QueuedWindow {
  return { key, startedAt: 0, seconds: 900, used: 0, halfUsed: false, previous: undefined, next: undefined }
}

test('the queue returns the same windows as a plain list', () => {
  const step = fc.tuple(fc.constantFrom('append', 'remove', 'use', 'look'), fc.nat(9))
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const queue = new WindowQueue()
    const list: QueuedWindow[] = []
    for (const [index, [action, place]] of steps.entries()) {
      const chosen = list[place]
      if (action === 'append') {
        const window = queued(String(index))
        queue.append(window)
        list.push(window)
      } else if (action === 'remove' && chosen !== undefined) {
        queue.remove(chosen)
        list.splice(place, 1)
      } else if (action === 'use' && chosen !== undefined) {
        chosen.halfUsed = true
      } else {
        assert.equal(
          queue.oldestLightlyUsed,
          list.find((window) => !window.halfUsed),
        )
      }
      assert.equal(queue.oldest, list[0])
    }
  })
  fc.assert(property, { numRuns: 1000 })
})
