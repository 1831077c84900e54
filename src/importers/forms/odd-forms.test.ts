import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ODD_VALUES, pathsOf, withValue } from '../../../test/support/odd/values.ts'
import * as fc from '../../../test/support/properties.ts'
import { JsonReader } from '../../files/json-reader.ts'
import { IGNORE_FAULTS } from '../../lib/repair.ts'
import { InvalidItem } from '../json-fields.ts'
import { VALUE_FORMS } from './index.ts'
import { readValue } from './read-value.ts'

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/forms', import.meta.url))

function fixtureValues(): readonly unknown[] {
  const names = readdirSync(FIXTURES).filter((one) => /\.jsonl?$/.test(one) && one !== 'mongo.jsonl')
  return names.flatMap(valuesIn)
}

function valuesIn(name: string): readonly unknown[] {
  const reader = new JsonReader()
  const read = [...reader.take(readFileSync(join(FIXTURES, name), 'utf8')), ...reader.end()]
  return read.map(({ text }): unknown => JSON.parse(text))
}

test('spec/odd-values.md#principles: an odd value anywhere in any form is repaired, dropped or rejected with a reason', async () => {
  const values = fixtureValues()
  assert.ok(values.length > 20)
  const odd = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue())
  const changed = fc
    .constantFrom(...values)
    .chain((value) => fc.record({ value: fc.constant(value), path: fc.constantFrom(...pathsOf(value)), odd }))
  fc.assert(
    fc.property(changed, ({ value, path, odd: other }) => {
      const json = JSON.stringify(withValue(value, path, other))
      try {
        readValue(VALUE_FORMS, json, IGNORE_FAULTS)
      } catch (error) {
        if (!(error instanceof InvalidItem)) throw error
        assert.notEqual(error.message, '')
      }
    }),
    { numRuns: 1_500 },
  )
})

/**
 * Fields without which a value of the form contains no post: the id, the text, the author, and the fields that identify
 * the form.
 */
const IDENTITIES: Readonly<Record<string, readonly string[]>> = {
  'gnip.jsonl': ['', 'id', 'body', 'actor', 'objectType', 'verb'],
  'snscrape.jsonl': ['', 'id', 'rawContent', 'user', '_type'],
  'snscrape-older.jsonl': ['', 'id', 'content', 'user', 'url', 'date'],
  'twint.jsonl': ['', 'id', 'tweet', 'user_id', 'username'],
  'v2-flat.jsonl': ['', 'id', 'text', 'author_id'],
  'v11-texts.jsonl': ['', 'id', 'id_str', 'text', 'user'],
}

for (const [name, identity] of Object.entries(IDENTITIES)) {
  test(`spec/odd-values.md#principles: one odd value in any other field does not reject a post of ${name}`, async () => {
    const [first] = valuesIn(name)
    const paths = pathsOf(first).filter(
      (path) => path.length > 1 || !identity.includes(String(path[0] ?? '')),
    )
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...ODD_VALUES), (path, odd) => {
        const { items } = readValue(VALUE_FORMS, JSON.stringify(withValue(first, path, odd)), IGNORE_FAULTS)
        const found = items.flatMap((item) => (item.kind === 'posts' ? [item.bundle] : []))
        assert.equal(
          found.reduce((sum, { posts, byName = [] }) => sum + posts.length + byName.length, 0) > 0,
          true,
        )
      }),
      { numRuns: 200 },
    )
  })
}
