import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { memberPieces } from './object-members.ts'

async function membersOf(text: string, size: number): Promise<readonly (readonly [string, string])[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const members: [string, Buffer[]][] = []
  for await (const { index, name, bytes: piece } of memberPieces(chunks())) {
    members[index] ??= [name, []]
    members[index]?.[1].push(piece)
  }
  return members.map(([name, pieces]) => [name, Buffer.concat(pieces).toString()])
}

test('the members of an object are the same as those of JSON.parse, with any layout and any division into chunks', async () => {
  const name = fc.stringMatching(/^[\w-]{1,20}$/)
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(name, fc.jsonValue({ maxDepth: 3 })), { selector: ([one]) => one }),
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 30 }),
      async (members, indent, size) => {
        const object = Object.fromEntries(members)
        const found = await membersOf(`\ufeff ${JSON.stringify(object, null, indent)}{"more":1}`, size)
        assert.deepEqual(
          found.map(([one, value]) => [one, JSON.parse(value)]),
          Object.entries(JSON.parse(JSON.stringify(object))),
        )
      },
    ),
  )
})

test('texts that are not objects and names that are too long give no members; a truncated object has the members up to the cut, the last of them incomplete', async () => {
  for (const text of ['', '[1]', 'id,text', '12', '{x:1}', `{"${'n'.repeat(300)}":1}`])
    assert.deepEqual(await membersOf(text, 5), [], text)
  assert.deepEqual(await membersOf('{"a":[1],"b":[2', 4), [
    ['a', '[1]'],
    ['b', '[2'],
  ])
})
