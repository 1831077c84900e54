import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CachedEntity } from './cached-entity.ts'

test('each named rendering of an entity is made and reported once', () => {
  const made: string[] = []
  const cached = new CachedEntity('it')
  const render = (name: string) =>
    cached.rendering(
      name,
      (it) => `${it} as ${name}`,
      (text) => made.push(text),
    )
  for (const name of ['one', 'other', 'one', 'third', 'other']) assert.equal(render(name), `it as ${name}`)
  assert.deepEqual(made, ['it as one', 'it as other', 'it as third'])
})

test('an entity that is not cached is rendered each time, without a report', () => {
  let times = 0
  const passing = new CachedEntity('it', true)
  const render = () =>
    passing.rendering(
      'one',
      () => {
        times += 1
        return times
      },
      () => assert.fail('nothing is kept'),
    )
  assert.deepEqual([render(), render()], [1, 2])
})
