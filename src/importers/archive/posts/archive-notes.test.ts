import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import { escapeText } from '../../../text/index-units.ts'
import { ArchiveNotes } from './archive-notes.ts'

const NOON = Date.UTC(2023, 4, 1, 12)

function note(ms: number, core: object): string {
  return JSON.stringify({ noteTweet: { noteTweetId: String(firstSnowflakeAt(ms)), core } })
}

function post(ms: number, full_text: string, more: object = {}) {
  return { id_str: String(firstSnowflakeAt(ms)), full_text, display_text_range: ['0', '9'], ...more }
}

describe('spec/archives.md#notes: a note with the whole text is joined to its truncated post', () => {
  const text = 'a < b, see https://t.co/note and more of a long text'

  test('truncation, different short links, mentions of the answered users and the last link do not prevent a join', () => {
    for (const cut of [
      'a &lt; b, see https://t.co/post and mo…',
      'a &lt; b, see https://t.co/post and mo… https://t.co/whole',
      '@ann @bob a &lt; b, see https://t.co/post and mo…',
      'a < b, see https://t.co/x…',
    ]) {
      const notes = new ArchiveNotes([note(NOON, { text })])
      assert.equal(notes.withNote(post(NOON + 20, cut))['full_text'], escapeText(text), cut)
      assert.equal(notes.unjoined, 0)
    }
  })

  test('a note is joined to a post of its own time or less than 2 s later, and to no other post', () => {
    const joins = [-1, 0, 1_999, 2_000].map((lead) => {
      const notes = new ArchiveNotes([note(NOON, { text })])
      notes.withNote(post(NOON + lead, 'a &lt; b…'))
      return notes.unjoined === 0
    })
    assert.deepEqual(joins, [false, true, true, false])
    const notes = new ArchiveNotes([note(NOON, { text }), 'no JSON', '{"noteTweet":{}}'])
    notes.withNote(post(NOON, 'another text…'))
    assert.equal(notes.unjoined, 3)
  })

  test('a post gets the entities of the note, with indices in code points of the escaped text, and its media keep their link', () => {
    const said = '😀 & #tag @Ann'
    const notes = new ArchiveNotes([
      note(NOON, {
        text: said,
        hashtags: [{ text: 'tag', fromIndex: 4, toIndex: 8 }],
        mentions: [{ screenName: 'Ann', fromIndex: '9', toIndex: '13' }],
      }),
    ])
    const joined = notes.withNote(
      post(NOON, '😀 &amp; #t… https://t.co/pic', {
        entities: {
          media: [{ url: 'https://t.co/pic' }],
          user_mentions: [{ screen_name: 'ann', id_str: '7', indices: ['1', '2'] }],
        },
      }),
    )
    assert.deepEqual(joined, {
      id_str: String(firstSnowflakeAt(NOON)),
      full_text: '😀 &amp; #tag @Ann https://t.co/pic',
      entities: {
        media: [{ url: 'https://t.co/pic' }],
        hashtags: [{ text: 'tag', indices: [8, 12] }],
        symbols: [],
        urls: [],
        user_mentions: [{ screen_name: 'ann', id_str: '7', indices: [13, 17] }],
      },
    })
  })

  test('each of many notes is joined to its own post, in any order', () => {
    const texts = fc.uniqueArray(fc.string({ minLength: 300, maxLength: 330, unit: 'grapheme' }), {
      selector: (each) => each.slice(0, 30),
      maxLength: 20,
    })
    fc.assert(
      fc.property(texts, fc.nat(1_500), (texts, lead) => {
        const notes = new ArchiveNotes(texts.map((text, at) => note(NOON + at, { text: `n${at}.${text}` })))
        for (const [at, text] of [...texts.entries()].reverse()) {
          const whole = `n${at}.${text}`
          const cut = `${[...whole].slice(0, 270).join('').trimEnd()}…`
          const joined = notes.withNote(post(NOON + at + lead, escapeText(cut)))
          assert.equal(joined['full_text'], escapeText(whole))
        }
        assert.equal(notes.unjoined, 0)
      }),
    )
  })
})
