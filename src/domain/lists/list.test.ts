import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { Refusal } from '../context.ts'
import { listDescriptionOf, listNameOf, slugOf } from './list.ts'

function reasonOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.reason : 'another error'
  }
}

test('spec/v2-users-and-lists.md#list-calls: a name has 1 to 25 code points, without spaces at its ends', () => {
  assert.equal(listNameOf('  Birds of 🐦 '), 'Birds of 🐦')
  assert.equal(listNameOf('🐦'.repeat(25)), '🐦'.repeat(25))
  for (const name of ['', ' ', '🐦'.repeat(26), 'a\nb', 'a\0', '\ud83d']) {
    assert.equal(
      reasonOf(() => listNameOf(name)),
      'list-name-invalid',
      JSON.stringify(name),
    )
  }
})

test('spec/v2-users-and-lists.md#list-calls: a description has up to 100 code points on one line', () => {
  assert.equal(listDescriptionOf(' All\n the\tbirds '), 'All the birds')
  assert.equal(listDescriptionOf('é'.repeat(100)), 'é'.repeat(100))
  for (const text of ['a'.repeat(101), 'a\0']) {
    assert.equal(
      reasonOf(() => listDescriptionOf(text)),
      'list-description-invalid',
    )
  }
})

test('spec/v1-streams-and-lists.md#list-object: the slug is derived from the name, and no other list of the owner has it', () => {
  assert.equal(slugOf('Birds & Bees_2', new Set()), 'birds-bees_2')
  assert.equal(slugOf('鳥', new Set()), 'list')
  assert.equal(slugOf('Birds', new Set(['birds', 'birds-2'])), 'birds-3')
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.constantFrom<string>('a', 'a-2', 'list', 'list-2', 'a-b')),
      (name, taken) => {
        const slug = slugOf(name, new Set(taken))
        assert.match(slug, /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/)
        assert.ok(!taken.includes(slug))
      },
    ),
  )
})
