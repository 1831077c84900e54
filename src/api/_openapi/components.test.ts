import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { InvariantBroken } from '../../lib/assert.ts'
import { Components } from './components.ts'

const wire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('components of an API document', () => {
  test('a schema with a title becomes a component that occurs once and is referenced', () => {
    const components = new Components()
    const user = Type.Object({ id: Type.Integer() }, { title: 'User' })
    const list = Type.Object({ users: Type.Array(user), first: Type.Optional(user) })
    assert.deepEqual(wire(components.schema(list)), {
      type: 'object',
      required: ['users'],
      properties: {
        users: { type: 'array', items: { $ref: '#/components/schemas/User' } },
        first: { $ref: '#/components/schemas/User' },
      },
    })
    assert.deepEqual(wire(components), {
      schemas: {
        User: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } }, title: 'User' },
      },
      responses: {},
    })
  })

  test('data such as examples are not converted like schemas, and a property may have the name title', () => {
    const components = new Components()
    const schema = Type.Object(
      { title: Type.String({ default: 'x' }) },
      { examples: [{ title: 'Not a schema' }], default: { title: 'Nor this' } },
    )
    assert.deepEqual(wire(components.schema(schema)), {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string', default: 'x' } },
      examples: [{ title: 'Not a schema' }],
      default: { title: 'Nor this' },
    })
    assert.deepEqual(wire(components), { schemas: {}, responses: {} })
  })

  test('two different schemas may not have the same title', () => {
    const components = new Components()
    components.schema(Type.String({ title: 'Name' }))
    components.schema(Type.String({ title: 'Name' }))
    assert.throws(() => components.schema(Type.Integer({ title: 'Name' })), InvariantBroken)
  })

  test('equal responses are one component; different responses with the same name are numbered', () => {
    const components = new Components()
    const refs = ['a', 'b', 'a', 'c', 'b'].map((description) => components.response('x-400', { description }))
    assert.deepEqual(
      refs.map(({ $ref }) => $ref),
      ['x-400', 'x-400-2', 'x-400', 'x-400-3', 'x-400-2'].map((name) => `#/components/responses/${name}`),
    )
  })
})
