import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { KeyTable } from './key-table.ts'

test('a key table behaves like a map', () => {
  const key = fc.oneof(fc.nat({ max: 300 }).map(String), fc.string({ maxLength: 3 }))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.boolean()), { maxLength: 600, size: 'max' }),
      fc.integer(),
      (steps, seed) => {
        const keys: string[] = []
        const table = new KeyTable((number) => keys[number] ?? '', seed)
        const model = new Map<string, number>()
        for (const [name, isRemoval] of steps) {
          const known = model.get(name)
          if (known === undefined) {
            table.add(name, keys.push(name) - 1)
            model.set(name, keys.length - 1)
          } else if (isRemoval) {
            table.remove(name, known)
            model.delete(name)
          }
          assert.equal(table.get(name), model.get(name))
          assert.equal(table.size, model.size)
        }
        for (const name of keys) {
          assert.equal(table.find(`<${name}>`, 1, name.length + 1), model.get(name), 'inside a longer text')
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('the same keys can be added and removed again and again', () => {
  const table = new KeyTable((number) => `word${number}`, 0)
  for (let turn = 0; turn < 200; turn += 1) {
    for (let number = 0; number < 100; number += 1) table.add(`word${number}`, number)
    assert.equal(table.get('word99'), 99)
    for (let number = 0; number < 100; number += 1) table.remove(`word${number}`, number)
    assert.equal(table.get('word99'), undefined)
  }
})
