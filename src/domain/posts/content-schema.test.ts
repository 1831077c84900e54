import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Check } from 'typebox/value'
import { WHOLE_GEO, WHOLE_MESSAGE, wholeContent } from '../../../test/support/odd/bases.ts'
import { everyOddCopy } from '../../../test/support/odd/values.ts'
import { sample } from '../../../test/support/part.ts'
import { messageContentOf } from '../messages/content-schema.ts'
import type { PostContent } from './content.ts'
import { CONTENT, contentOf, geoOf } from './content-schema.ts'

function read(content: unknown): PostContent {
  return contentOf(JSON.stringify(content))
}

describe('the stored content of a post', () => {
  test('intact content is read unchanged', () => {
    const whole = wholeContent()
    assert.deepEqual(read(whole), whole)
    assert.deepEqual(geoOf(JSON.stringify(WHOLE_GEO)), WHOLE_GEO)
    assert.deepEqual(messageContentOf(JSON.stringify(WHOLE_MESSAGE)), WHOLE_MESSAGE)
  })

  test('spec/odd-values.md#odd-values: only the invalid part is dropped', () => {
    const [url] = wholeContent().urls ?? []
    const odd = { text: 'a', urls: [{ ...url, unwound: { url: null, title: 't' } }, null, { url: 7 }] }
    assert.deepEqual(read(odd).urls, [{ ...url, unwound: { title: 't' } }])
    assert.deepEqual(read({ text: 'a\0b', lang: ['en'], hashtags: {} }), { text: 'ab' })
    assert.deepEqual(read({ hashtags: [] }), { text: '', hashtags: [] })
    for (const nothing of [null, 7, 'x', [], {}]) assert.deepEqual(read(nothing), { text: '' })
  })

  test('content is valid after reading, with any value at any path', () => {
    for (const copy of sample([...everyOddCopy(wholeContent())], 'posts')) {
      const content = read(copy)
      assert.ok(Check(CONTENT, content), JSON.stringify(copy).slice(0, 200))
      assert.deepEqual(read(content), content, 'and stays so')
    }
    for (const copy of sample([...everyOddCopy(WHOLE_GEO)], 'geo')) geoOf(JSON.stringify(copy))
    for (const copy of sample([...everyOddCopy(WHOLE_MESSAGE)], 'messages')) {
      const content = messageContentOf(JSON.stringify(copy))
      assert.deepEqual(messageContentOf(JSON.stringify(content)), content)
    }
  })
})
