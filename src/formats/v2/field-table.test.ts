import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { InvariantBroken } from '../../lib/assert.ts'
import { bitsOf } from './field-set.ts'
import { V2FieldTable } from './field-table.ts'

interface Inputs {
  readonly thing: { readonly id: bigint; readonly words: readonly string[] }
  readonly viewer: { readonly isOwner: boolean }
}

const TEXT = Type.String()

/** A table with each kind of field. */
const THING = new V2FieldTable<Inputs, 'id' | 'words' | 'later' | 'views' | 'secret' | 'never'>([
  { name: 'id', from: 'thing', schema: TEXT, value: ({ id }) => String(id), isDefault: true },
  { name: 'words', from: 'thing', schema: Type.Array(TEXT), value: ({ words }) => words, notIn: ['labs'] },
  { name: 'later', from: 'thing', schema: TEXT, value: () => 'x', isDefault: true, since: '2022-09-29' },
  {
    name: 'views',
    from: 'viewer',
    schema: Type.Object({}),
    value: () => ({ count: 1 }),
    restriction: { members: ['count'], isRefused: ({ isOwner }) => !isOwner },
  },
  { name: 'secret', from: 'viewer', restriction: { members: ['a', 'b'], isRefused: () => true } },
  { name: 'never', notIn: ['search'] },
])

const THING_INPUT = { id: 5n, words: ['a'] }

describe('a field table of API v2', () => {
  const { bits } = THING

  test('returns default fields and selected fields that are not empty', () => {
    const later = { id: '5', later: 'x' }
    assert.deepEqual(THING.members({ thing: THING_INPUT }, 0), later)
    assert.deepEqual(THING.members({ thing: THING_INPUT }, bits.words), { id: '5', words: ['a'], later: 'x' })
    assert.deepEqual(THING.members({ thing: { ...THING_INPUT, words: [] } }, bits.words), later)
  })

  test('returns only fields whose inputs are present', () => {
    assert.deepEqual(THING.members({ viewer: { isOwner: true } }, THING.all), { views: { count: 1 } })
    assert.deepEqual(THING.members({}, THING.all), {})
  })

  test('returns the names of fields that the viewer may not read', () => {
    const refused = (isOwner: boolean, fields: number) => THING.refused({ viewer: { isOwner } }, fields)
    assert.deepEqual(refused(true, THING.all), ['secret.a', 'secret.b'])
    assert.deepEqual(refused(false, bits.views), ['views.count'])
    assert.deepEqual(THING.members({ viewer: { isOwner: false } }, THING.all), {})
    assert.equal(THING.restricted, bits.views | bits.secret)
  })

  test('returns the sorted names that an endpoint accepts, including names that no object has', () => {
    assert.deepEqual(THING.names(), ['id', 'later', 'never', 'secret', 'views', 'words'])
    assert.deepEqual(THING.names(['labs', 'search']), ['id', 'later', 'secret', 'views'])
  })

  test('spec/versioning.md#retired-paths: a field is accepted, shown and described from its first day on', () => {
    const [before, after] = ['2022-09-28', '2022-09-29']
    assert.deepEqual(THING.members({ thing: THING_INPUT }, THING.all, before), { id: '5', words: ['a'] })
    assert.ok('later' in THING.members({ thing: THING_INPUT }, THING.all, after))
    assert.deepEqual(
      [before, after].map((day) => THING.names([], day).includes('later')),
      [false, true],
    )
    assert.deepEqual(Object.keys(THING.schema(before)), ['id', 'words', 'views'])
    assert.deepEqual(Object.keys(THING.schema()), ['id', 'words', 'later', 'views'])
    assert.notEqual(THING.versionOn(before), THING.versionOn())
  })

  test('refuses more names than a set has bits', () => {
    const names = Array.from({ length: 32 }, (_, index) => `field${index}`)
    assert.ok(bitsOf(names.slice(1)).field31 !== undefined)
    assert.throws(() => bitsOf(names), InvariantBroken)
  })
})
