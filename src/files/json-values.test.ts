import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { assignedValuesOf, ValueScanner } from './json-values.ts'
import type { InnerFile, Line } from './lines.ts'
import { FileUnreadable } from './unreadable.ts'

/** A file whose content comes in chunks of `size` bytes. */
function pieces(text: string, size: number): InnerFile {
  const bytes = Buffer.from(text)
  return {
    name: 'pieces',
    async *open() {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
    },
  }
}

async function textsOf(values: AsyncIterable<readonly Line[]>): Promise<string[]> {
  const texts: string[] = []
  for await (const batch of values) {
    for (const { number, text } of batch) {
      texts.push(text)
      assert.equal(number, texts.length)
    }
  }
  return texts
}

const objects = fc.array(
  fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.integer(),
    fc.constantFrom(null, true, 'a"],\\', [[]]),
  ),
)

const BEGIN = 'window.YTD.tweets.part0 = '

describe('values of a list in an archive', () => {
  test('are the elements of a list, as JSON.parse finds them, with any layout and division', async () => {
    await fc.assert(
      fc.asyncProperty(
        objects,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(0, 2),
        async (list, size, indent) => {
          const text = `${BEGIN}${JSON.stringify(list, null, indent)}`
          const found = await textsOf(assignedValuesOf(pieces(text, size)))
          assert.deepEqual(
            found.map((text) => JSON.parse(text)),
            JSON.parse(JSON.stringify(list)),
          )
        },
      ),
    )
  })

  test('have a maximum length: the rest of a longer value is dropped, and the next value is complete', () => {
    const scanner = new ValueScanner(100)
    const texts: string[] = []
    const long = `["${'x'.repeat(10_000)}",[1,2]]`
    const bytes = Buffer.from(`[${long},{"a":1}]`)
    for (let from = 0; from < bytes.length; from += 64) {
      for (const { text } of scanner.scan(bytes.subarray(from, from + 64))) texts.push(text)
    }
    assert.ok((texts[0] ?? '').length >= 100 && (texts[0] ?? '').length < 300)
    assert.deepEqual(texts.slice(1), ['{"a":1}'])
    assert.equal(scanner.isInside, false)
  })

  test('report invalid UTF-8', () => {
    const [line] = new ValueScanner(100).scan(Buffer.from('[{"a":"\xe9"}]', 'latin1'))
    assert.equal(line?.isInvalidUtf8, true)
  })

  test('a truncated file returns its values and its incomplete last value, and then an error is thrown', async () => {
    const found: string[] = []
    await assert.rejects(async () => {
      for await (const batch of assignedValuesOf(pieces(`${BEGIN}[{"a":1},{"b":`, 4))) {
        found.push(...batch.map(({ text }) => text))
      }
    }, FileUnreadable)
    assert.deepEqual(found, ['{"a":1}', '{"b":'])
  })
})

describe('a file of an archive', () => {
  test('assigns a list to a variable', async () => {
    for (const size of [1, 7, 1_000]) {
      const text = 'window.YTD.tweets.part12 = [ {\n  "tweet" : { "id" : "1" }\n}, { "tweet" : { } } ]'
      const found = await textsOf(assignedValuesOf(pieces(text, size)))
      assert.deepEqual(
        found.map((one) => JSON.parse(one)),
        [{ tweet: { id: '1' } }, { tweet: {} }],
      )
    }
    assert.deepEqual(await textsOf(assignedValuesOf(pieces('window.YTD.like.part0 = []\n', 9))), [])
    // Programs and people may save a file again. The saved file can have a byte order mark, Windows line ends and a
    // semicolon.
    const again = '\ufeffwindow.YTD.tweets.part0 = [\r\n {"tweet":{"id":"1"}},\r\n {"tweet":{}}\r\n];\r\n'
    for (const size of [1, 7, 1_000])
      assert.equal((await textsOf(assignedValuesOf(pieces(again, size)))).length, 2)
  })

  test('is refused when it does not begin with an assignment', async () => {
    for (const text of [
      '[{"tweet":{}}]',
      'window.alert(1)',
      'window.YTD.tweet.part0 == [',
      '',
      ' '.repeat(500),
    ]) {
      await assert.rejects(textsOf(assignedValuesOf(pieces(text, 50))), /does not begin with window\.YTD/)
    }
  })
})
