import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cpuMs } from '../../test/support/processes/cpu-time.ts'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { extractEntities, NO_ENTITIES } from './entities.ts'
import { escapeText, indexMap, type Span, spanIndices } from './index-units.ts'
import { MAX_SEARCHED_LENGTH } from './urls.ts'

const mentionsIn = (text: string) => extractEntities(text).mentions.map(({ screenName }) => screenName)
const hashtagsIn = (text: string) => extractEntities(text).hashtags.map(({ tag }) => tag)
const cashtagsIn = (text: string) => extractEntities(text).cashtags.map(({ tag }) => tag)

describe('spec/text.md#mentions: Mention', () => {
  const rows: readonly (readonly [rule: string, text: string, ...names: string[]])[] = [
    ['`@` or full-width `＠`', '@one ＠two', 'one', 'two'],
    ['full-width `＠` alone', '＠one', 'one'],
    [
      '1-20 word characters',
      `@a_1 @${'b'.repeat(20)} @${'c'.repeat(21)} @é @`,
      'a_1',
      'b'.repeat(20),
      'c'.repeat(20),
    ],
    ['not preceded by letter, digit, `_`, `!@#$%&*`', 'a@b 1@b _@b !@b @@b #@b $@b %@b &@b *@b'],
    ['other signs may precede', '.@a (@b "@c 日@d', 'a', 'b', 'c', 'd'],
    ['`RT`/`rt`/`via` allowed before', 'RT @a rt @b RT@c rt:@d via @e', 'a', 'b', 'c', 'd', 'e'],
    ['not followed by `@`, accented letter or `://`', '@a@b @cé @d://e'],
    ['punctuation may follow', "@a: @b, @c's (@d) @e-f", 'a', 'b', 'c', 'd', 'e'],
  ]
  for (const [rule, text, ...names] of rows) test(rule, () => assert.deepEqual(mentionsIn(text), names))

  test('`@name/slug` is a list', () => {
    const { mentions, lists } = extractEntities('@name/slug_1-2 @other/1')
    assert.deepEqual(lists, [{ start: 0, end: 14, screenName: 'name', slug: 'slug_1-2' }])
    assert.deepEqual(mentions, [{ start: 15, end: 21, screenName: 'other' }])
  })
})

describe('spec/text.md#hashtags: Hashtag', () => {
  const rows: readonly (readonly [rule: string, text: string, ...tags: string[]])[] = [
    ['`#` or `＃`', '#one ＃two', 'one', 'two'],
    ['`＃` alone', '＃one', 'one'],
    ['letters, marks, digits, `_`', '#a1_ #日本語 #नमस्ते #שלום', 'a1_', '日本語', 'नमस्ते', 'שלום'],
    ['some middle dots', '#a·b #ア・イ', 'a·b', 'ア・イ'],
    ['at least one letter or mark (`#1` is none)', '#1 #1_2 #_ #1a', '1a'],
    ['not preceded by a word character or `&`', 'a#b 1#b _#b &#b é#b'],
    ['stops at punctuation (`#a-b` → a)', '#a-b #c.d #e!', 'a', 'c', 'e'],
    ['`#` + keycap is none', '#️⃣ #⃣a'],
    ['no two in a row', '#a#b'],
  ]
  for (const [rule, text, ...tags] of rows) test(rule, () => assert.deepEqual(hashtagsIn(text), tags))
})

describe('spec/text.md#cashtags: Cashtag', () => {
  const rows: readonly (readonly [rule: string, text: string, ...tags: string[]])[] = [
    ['`$` + 1-6 letters', '$A $TWITTE $TWITTER $1 $A1', 'A', 'TWITTE'],
    ['optional `.`/`_` + 1-2 letters (`$twtr.x`)', '$twtr.x $a_bc $a.bcd', 'twtr.x', 'a_bc', 'a'],
    ['after start or space', '$A a$B .$C\n$D', 'A', 'D'],
    ['followed by space, punctuation or end', '$A, $B. $C日 $D', 'A', 'B', 'D'],
  ]
  for (const [rule, text, ...tags] of rows) test(rule, () => assert.deepEqual(cashtagsIn(text), tags))
})

describe('spec/text.md#urls: a URL has priority over a mention or a hashtag', () => {
  test('a mention or hashtag in the path or query of a URL is not an entity', () => {
    const entities = extractEntities('http://a.com/@b/#c?d=$E @f')
    assert.deepEqual(entities.urls, [{ url: 'http://a.com/@b/#c?d=$E', start: 0, end: 23 }])
    assert.deepEqual(entities.mentions, [{ screenName: 'f', start: 24, end: 26 }])
    assert.deepEqual([entities.hashtags, entities.cashtags], [[], []])
  })

  test('a URL has priority even when the other entity begins before the URL', () => {
    const entities = extractEntities('#éexample.com')
    assert.deepEqual(entities.urls, [{ url: 'example.com', start: 2, end: 13 }])
    assert.deepEqual(entities.hashtags, [])
  })
})

describe('spec/text.md#replies: Reply', () => {
  test('a text is a reply if it begins with `@name`; spaces may precede the name', () => {
    assert.equal(extractEntities('@name text').mentions[0]?.start, 0)
    assert.equal(extractEntities('  @name text').mentions[0]?.start, 2)
  })
})

/** Every kind of entity, with a pattern that the text of its span must match. */
function claims(text: string): { readonly span: Span; readonly pattern: RegExp; readonly written: string }[] {
  const { urls, mentions, lists, hashtags, cashtags } = extractEntities(text)
  return [
    ...urls.map((span) => ({ span, pattern: /^/, written: span.url })),
    ...mentions.map((span) => ({ span, pattern: /^[@＠]/, written: span.screenName })),
    ...lists.map((span) => ({ span, pattern: /^[@＠]/, written: `${span.screenName}/${span.slug}` })),
    ...hashtags.map((span) => ({ span, pattern: /^[#＃]/, written: span.tag })),
    ...cashtags.map((span) => ({ span, pattern: /^\$/, written: span.tag })),
  ]
}

describe('the entities of any text', () => {
  test('positions match the text, in UTF-16 units and in code points of the escaped text', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const map = indexMap(text, 'escaped')
        const characters = [...escapeText(text)]
        for (const { span, pattern, written } of claims(text)) {
          assert.equal(text.slice(span.start, span.end).replace(pattern, ''), written)
          const [start, end] = spanIndices(map, span)
          assert.equal(characters.slice(start, end).join('').replace(pattern, ''), escapeText(written))
        }
      }),
    ))

  test('entities never overlap, and are in the order of the text', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const spans = claims(text).map(({ span }) => span)
        const sorted = spans.toSorted((a, b) => a.start - b.start)
        sorted.forEach((span, place) => {
          assert.ok(span.start < span.end && span.start >= (sorted[place - 1]?.end ?? 0))
        })
        for (const kind of Object.values(extractEntities(text)) as Span[][]) {
          assert.deepEqual(
            kind,
            kind.toSorted((a, b) => a.start - b.start),
          )
        }
      }),
    ))

  test('texts that exceed the maximum length have no entities and are not searched', () => {
    assert.equal(extractEntities('@a #b $C d.com '.repeat(100_000)), NO_ENTITIES)
  })

  test('entities of the longest text that is searched are found without blocking the process', () => {
    for (const piece of ['@a ', '#a ', '#1', '$A ', '#', '@', 'é@a', 'RT@a:']) {
      const text = piece.repeat(MAX_SEARCHED_LENGTH).slice(0, MAX_SEARCHED_LENGTH)
      const spent = cpuMs(() => extractEntities(text))
      assert.ok(spent < 500, `${piece}: ${spent} ms`)
    }
  })
})
