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
  test('all that were filled in, each with its space', () => {
    assert.equal(shown('@one @two text @three', everybody), 'text @three')
    assert.equal(shown('@one', everybody), '')
  })

  test('up to the first that was not', () => {
    const onlyOne: Hidden = { isFilledIn: ({ screenName }) => screenName === 'one' }
    assert.equal(shown('@one @two text', onlyOne), '@two text')
    assert.equal(shown('@two @one text', onlyOne), '@two @one text')
  })

  test('each name once: whom the author names again, people see', () =>
    assert.equal(shown('@one @two @ONE text', everybody), '@ONE text'))

  test('only at the head, one space apart', () => {
    assert.equal(shown('.@one text', everybody), '.@one text')
    assert.equal(shown('@one  @two text', everybody), ' @two text')
  })

  test('none where no post is answered', () => assert.equal(shown('@one text'), '@one text'))
})

describe('spec/posts.md#display-text-range: `display_text_range` excludes a trailing media or quote link', () => {
  test('with the white space before it', () => {
    const { text, span } = appendLink('text \n', LINK)
    assert.equal(shown(text, { attached: span }), 'text')
  })

  test('not a link that the author wrote', () => assert.equal(shown(`text ${LINK}`), `text ${LINK}`))

  test('not one that something follows', () =>
    assert.equal(shown(`${LINK} text`, { attached: { start: 0, end: 23 } }), `${LINK} text`))

  test('may leave nothing', () => {
    assert.deepEqual(displayRange(LINK, [], { attached: { start: 0, end: 23 } }), { start: 0, end: 0 })
    const text = `@one @two ${LINK}`
    const hidden = { ...everybody, attached: { start: 10, end: 33 } }
    assert.deepEqual(displayRange(text, extractEntities(text).mentions, hidden), { start: 10, end: 10 })
  })
})

test('the range is one of the text, whatever the text', () =>
  fc.assert(
    fc.property(anyText, fc.boolean(), (before, isFilledIn) => {
      const { text, span } = appendLink(before, LINK)
      const { mentions } = extractEntities(text)
      const { start, end } = displayRange(text, mentions, { isFilledIn: () => isFilledIn, attached: span })
      assert.ok(start >= 0 && start <= end && end <= text.length)
    }),
  ))
