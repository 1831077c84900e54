import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { SETTINGS } from '../../config.ts'
import { DEFAULT_DAY, isOn } from './day.ts'
import { FieldTable } from './table.ts'

interface Inputs {
  readonly request: { readonly isLoud: boolean; readonly fallback?: string }
  readonly thing: { readonly id: bigint; readonly name: string | undefined; readonly size: number }
  readonly viewer: { readonly likes: boolean } | null
}

const TEXT = Type.String()

/** A table that places each kind of field next to fields of various other kinds. */
const THING = new FieldTable<Inputs, 'part'>([
  { name: 'id', schema: Type.Integer(), from: 'thing', value: ({ id }) => id },
  { name: 'kind', until: '2015-01-01', schema: TEXT, fixed: 'old' },
  { name: 'kind', since: '2015-01-01', schema: TEXT, fixed: 'thing' },
  {
    name: 'loud',
    schema: Type.Optional(TEXT),
    from: 'thing',
    value: ({ name }) => name?.toUpperCase(),
    shownIf: ({ isLoud }) => isLoud,
  },
  { nested: 'part', since: '2016-01-01' },
  {
    name: 'name',
    schema: Type.Optional(TEXT),
    from: 'thing',
    value: ({ name }) => name,
    otherwise: ({ fallback }) => fallback,
  },
  {
    name: 'size',
    schema: Type.Number(),
    from: 'thing',
    value: ({ size }) => size,
    usual: { when: ({ size }) => size === 0, sample: { id: 0n, name: undefined, size: 0 } },
  },
  { name: 'likes', schema: TEXT, from: 'viewer', value: (viewer) => (viewer === null ? null : viewer.likes) },
  { name: 'asked', schema: Type.Boolean(), from: 'request', value: ({ isLoud }) => isLoud },
])

const ID = 9_223_372_036_854_775_807n

function both(inputs: Inputs, part?: object, day?: string): string {
  const template = THING.template(day)
  const join = template.joiner(inputs.request, ['thing', 'viewer'])
  const viewer = template.parts('viewer', inputs.viewer)
  const nested = { part: part && JSON.stringify(part) }
  const text = join([template.keptParts('thing', inputs.thing), viewer], nested)
  assert.equal(join([template.parts('thing', inputs.thing), viewer], nested), text)
  assert.equal(JSON.stringify(THING.object(inputs, { part }, day)), text)
  return text
}

describe('a field table', () => {
  test('renders equal objects and texts, for each kind of field', () => {
    const thing = { id: ID, name: undefined, size: 0 }
    assert.equal(
      both({ request: { isLoud: false }, thing, viewer: null }),
      `{"id":${ID},"kind":"thing","size":0,"likes":null,"asked":false}`,
    )
    const named = { id: ID, name: 'a"b', size: 1.5 }
    assert.equal(
      both({ request: { isLoud: true, fallback: 'x' }, thing: named, viewer: { likes: true } }, { a: 1 }),
      `{"id":${ID},"kind":"thing","loud":"A\\"B","part":{"a":1},"name":"a\\"b","size":1.5,"likes":true,"asked":true}`,
    )
    assert.equal(
      both({ request: { isLoud: true, fallback: 'x' }, thing, viewer: { likes: false } }),
      `{"id":${ID},"kind":"thing","name":"x","size":0,"likes":false,"asked":true}`,
    )
  })

  test('spec/retired-endpoints.md#fields-by-date: `since` is the first day of a field, and `until` is the first day without it', () => {
    const inputs = { request: { isLoud: false }, thing: { id: 1n, name: 'n', size: 0 }, viewer: null }
    const rest = '"name":"n","size":0,"likes":null,"asked":false}'
    assert.equal(both(inputs, {}, '2014-12-31'), `{"id":1,"kind":"old",${rest}`)
    assert.equal(both(inputs, {}, '2015-01-01'), `{"id":1,"kind":"thing",${rest}`)
    assert.equal(both(inputs, {}, '2015-12-31'), `{"id":1,"kind":"thing",${rest}`)
    assert.equal(both(inputs, {}, '2016-01-01'), `{"id":1,"kind":"thing","part":{},${rest}`)
  })

  test('the version is the number of changes, and each version has one template', () => {
    assert.deepEqual(THING.changes, ['2015-01-01', '2016-01-01'])
    assert.deepEqual(
      ['2000-01-01', '2015-01-01', '2015-06-01', '2020-01-01'].map((day) => THING.versionOn(day)),
      [0, 1, 1, 2],
    )
    assert.equal(THING.template('2015-01-01'), THING.template('2015-12-31'))
    assert.notEqual(THING.template('2014-12-31'), THING.template('2015-01-01'))
  })

  test('returns schemas of a day, in wire order', () => {
    const part = Type.Object({})
    assert.deepEqual(Object.keys(THING.schema({ part })), [
      ...['id', 'kind', 'loud', 'part', 'name', 'size', 'likes', 'asked'],
    ])
    assert.equal('part' in THING.schema({ part }, '2015-12-31'), false)
    assert.equal('part' in THING.schema(), false)
  })
})

test('spec/versioning.md#retired-paths: the default day is the default of the setting api_date', () => {
  assert.equal(SETTINGS.api_date.shown, DEFAULT_DAY)
  assert.equal(isOn({ since: DEFAULT_DAY }, DEFAULT_DAY), true)
  assert.equal(isOn({ until: DEFAULT_DAY }, DEFAULT_DAY), false)
})
