/** JSON bodies of requests to the console: spec/console.md#console-problems. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { JsonValue } from '../../lib/json.ts'
import { consoleBody } from './_body.ts'
import { ConsoleProblem } from './_problems.ts'

const BODY = consoleBody(
  Type.Object({ name: Type.String(), owner: Type.Object({ id: Type.String(), label: Type.String() }) }),
)

function refused(json: JsonValue): [field: string | undefined, message: string] {
  try {
    BODY.read(json)
  } catch (error) {
    assert.ok(error instanceof ConsoleProblem)
    const { field, message } = error.details
    return [field, message ?? '']
  }
  throw new Error('the body was accepted')
}

test('a body that is refused gets an error with its first wrong member', () => {
  assert.deepEqual(refused({}), ['name', 'The value of name is missing.'])
  assert.deepEqual(refused({ name: 'a', owner: {} }), ['owner.id', 'The value of owner.id is missing.'])
  assert.equal(refused({ name: 7, owner: { id: '', label: '' } })[0], 'name')
  assert.equal(refused([])[0], undefined)
  assert.equal(refused({ name: 'a\0', owner: { id: '', label: '' } })[0], 'name')
})
