import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../_problems.ts'
import { ValidationErrors } from './validation-errors.ts'

function errorsOf(errors: ValidationErrors): readonly string[] {
  try {
    errors.throwIfAny()
    return []
  } catch (error) {
    assert.ok(error instanceof Problem)
    return (error.errors ?? []).map(({ message }) => message)
  }
}

test('spec/v2.md#request-forms: booleans are accepted in upper and lower case', () => {
  const sent = new Map(Object.entries({ a: ['true'], b: ['True'], c: ['FALSE'], d: [''], e: ['yes'] }))
  const errors = new ValidationErrors(sent)
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'f'].map((name) => errors.boolean(name, false)),
    [true, true, false, false, false],
  )
  assert.deepEqual(errorsOf(errors), [])
  assert.equal(errors.boolean('e', true), true)
  assert.deepEqual(errorsOf(errors), ['The `e` query parameter value [yes] is not one of [true,false]'])
})

test('spec/v2.md#times: times are accepted in RFC 3339 with Z or an offset, with and without a fraction', () => {
  const texts = [
    '2022-01-01T00:00:00Z',
    '2022-01-01T00:00:00.000Z',
    '2022-01-01T00:00:00+00:00',
    '2022-01-01T01:30:00+01:30',
    '2021-12-31T19:00:00.000000-05:00',
  ]
  const errors = new ValidationErrors(new Map(texts.map((text, index) => [String(index), [text]])))
  for (const [index, text] of texts.entries()) {
    assert.equal(errors.time(String(index)), Date.UTC(2022, 0), text)
  }
  assert.equal(errors.time('none'), undefined)
  assert.deepEqual(errorsOf(errors), [])
  const wrong = new ValidationErrors(new Map([['start_time', ['2022-01-01']]]))
  assert.equal(wrong.time('start_time'), undefined)
  assert.equal(errorsOf(wrong).length, 1)
})
