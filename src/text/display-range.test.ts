import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { displayRange, type Hidden } from './display-range.ts'
import { extractEntities } from './entities.ts'
import { appendLink } from './links.ts'

const LINK = 'https://t.co/A1b2C3d4E5'

function shown(text: string, hidden?: Hidden): string {
  const { start, end } = displayRange(text, extractEntities(text).mentions, hidden)
  return text.slice(start, end)
}

const everybody: Hidden = { isFilledIn: () => true }

describe('spec/posts.md#display-text-range: `display_text_range` excludes leading reply mentions', () => {
  test('all filled-in mentions at the beginning are hidden, and so is the space after each mention', () => {
    assert.equal(shown('@one @two text @three', everybody), 'text @three')
    assert.equal(shown('@one', everybody), '')
  })

  test('the hidden part ends at the first mention that was not filled in', () => {
    const onlyOne: Hidden = { isFilledIn: ({ screenName }) => screenName === 'one' }
    assert.equal(shown('@one @two text', onlyOne), '@two text')
    assert.equal(shown('@two @one text', onlyOne), '@two @one text')
  })

  test('each name is hidden only once: a repeated mention is visible', () =>
    assert.equal(shown('@one @two @ONE text', everybody), '@ONE text'))

  test('only leading mentions with one space between them are hidden', () => {
    assert.equal(shown('.@one text', everybody), '.@one text')
    assert.equal(shown('@one  @two text', everybody), ' @two text')
  })

  test('nothing is hidden in a post that is not a reply', () => assert.equal(shown('@one text'), '@one text'))
})

describe('spec/posts.md#display-text-range: `display_text_range` excludes a trailing media or quote link', () => {
  test('the link is excluded with the white space before it', () => {
    const { text, span } = appendLink('text \n', LINK)
    assert.equal(shown(text, { attached: span }), 'text')
  })

  test('a typed link stays visible', () => assert.equal(shown(`text ${LINK}`), `text ${LINK}`))

  test('a link inside the text stays visible', () =>
    assert.equal(shown(`${LINK} text`, { attached: { start: 0, end: 23 } }), `${LINK} text`))

  test('the visible text can be empty', () => {
    assert.deepEqual(displayRange(LINK, [], { attached: { start: 0, end: 23 } }), { start: 0, end: 0 })
    const text = `@one @two ${LINK}`
    const hidden = { ...everybody, attached: { start: 10, end: 33 } }
    assert.deepEqual(displayRange(text, extractEntities(text).mentions, hidden), { start: 10, end: 10 })
  })
})

test('for any text, the range is inside the text', () =>
  fc.assert(
    fc.property(anyText, fc.boolean(), (before, isFilledIn) => {
      const { text, span } = appendLink(before, LINK)
      const { mentions } = extractEntities(text)
      const { start, end } = displayRange(text, mentions, { isFilledIn: () => isFilledIn, attached: span })
      assert.ok(start >= 0 && start <= end && end <= text.length)
    }),
  ))
