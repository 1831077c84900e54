import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { PostScreen } from './archive-screen.ts'

const WITHHELD = 1790000000000000002n
const OTHER = 1790000000000000003n

/** An id in a form that files contain: in quotes, or as a number that JavaScript would round. */
const written = fc
  .constantFrom('quoted', 'number')
  .map((form) => (id: bigint) => (form === 'quoted' ? `"${id}"` : String(id)))

test('a post is held back if and only if the post, one of its versions or a post inside it has the id of a private post, in any notation', () => {
  const places = [
    (digits: string) => `"id_str":${digits}`,
    (digits: string) => `"id":${digits}`,
    (digits: string) => `"edit_info":{"initial":{"editTweetIds":[${digits}]}}`,
    (digits: string) => `"edit_info":{"edit":{"initialTweetId":${digits}}}`,
    (digits: string) => `"edit_info":{"edit":{"editControlInitial":{"editTweetIds":["5",${digits}]}}}`,
    (digits: string) => `"quoted_status":{"id":${digits}}`,
    (digits: string) => `"retweeted_status":{"quoted_status":{"id_str":${digits}}}`,
  ]
  const harmless = [
    (digits: string) => `"in_reply_to_status_id":${digits}`,
    (digits: string) => `"quoted_status_id_str":${digits}`,
    (digits: string) => `"entities":{"user_mentions":[{"id":${digits}}]}`,
    (digits: string) => `"conversation_id":${digits}`,
  ]
  const property = fc.property(
    fc.constantFrom(...places),
    fc.constantFrom(...harmless),
    written,
    fc.boolean(),
    fc.boolean(),
    (naming, mentioning, digits, isPrivate, isWrapped) => {
      const id = isPrivate ? WITHHELD : OTHER
      const post = `{"lang":"en",${naming(digits(id))},${mentioning(digits(WITHHELD))}}`
      const screen = new PostScreen(new Set([WITHHELD]), false)
      assert.equal(screen.holdsPost(isWrapped ? `{"tweet":${post}}` : post), isPrivate)
    },
  )
  fc.assert(property, { numRuns: 300 })
})

test('a post with a scope other than public is held back, in any notation', () => {
  const screen = new PostScreen(new Set(), false)
  const holds = (more: object) =>
    screen.holdsPost(JSON.stringify({ tweet: { id_str: '5', lang: 'en', ...more } }))
  for (const scopes of [{ followers: true }, { followers: 'true' }, { followers: 1 }, 'followers', []]) {
    assert.equal(holds({ scopes }), true, JSON.stringify(scopes))
  }
  for (const scopes of [null, {}, { followers: false }, { followers: 'false' }, { place_ids: ['a'] }]) {
    assert.equal(holds({ scopes }), false, JSON.stringify(scopes))
  }
  assert.equal(holds({ deleted_at: 'Thu Nov 17 00:00:00 +0000 2022' }), true)
  assert.equal(holds({ deleted_at: null }), false)
})

test('a text that is not an object is held back when it contains a private id', () => {
  const screen = new PostScreen(new Set([WITHHELD]), false)
  for (const text of [`{"id":${WITHHELD}`, `[${WITHHELD}]`, `"${WITHHELD}"`])
    assert.equal(screen.holdsPost(text), true)
  for (const text of [`{"id":${OTHER}`, '', 'x', `${'9'.repeat(40)}`])
    assert.equal(screen.holdsPost(text), false)
})
