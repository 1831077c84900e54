import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import type { PostContent } from '../../domain/posts/content.ts'
import { indexMap } from '../../text/index-units.ts'
import { hashtagPath, postText, searchPath } from './post-text.ts'

const UNESCAPED: Readonly<Record<string, string>> = {
  '&#38;': '&',
  '&#60;': '<',
  '&#62;': '>',
  '&#34;': '"',
  '&#39;': "'",
}

/** The text that a reader sees, without markup. */
function wordsOf(content: PostContent): string {
  const html = postText(content).join('')
  const text = html.replace(/<a href="[^"<>]*"(?: rel="[^"<>]*")?>|<\/a>/g, '')
  assert.doesNotMatch(text, /[<>"']/)
  return text.replace(/&#\d\d;/g, (escaped) => UNESCAPED[escaped] ?? escaped)
}

const TEXT = fc.string({
  unit: fc.constantFrom('a', '#', '<', '&', '"', '👍', 'é', ' ', '\n'),
  maxLength: 40,
})
const INDICES = fc.tuple(fc.integer({ min: -2, max: 60 }), fc.integer({ min: -2, max: 60 }))

test('spec/pages.md#posts: a reader sees the whole text, whatever entities the post has', () => {
  fc.assert(
    fc.property(TEXT, fc.array(INDICES, { maxLength: 6 }), (text, places) => {
      const mentions = places.map((indices) => ({ screen_name: 'ada', name: 'Ada', id_str: '1', indices }))
      const tags = places.toReversed().map((indices) => ({ text: '"><b>', indices }))
      assert.equal(wordsOf({ text, user_mentions: mentions, hashtags: tags, symbols: tags }), text.trimEnd())
    }),
  )
})

test('spec/pages.md#posts: the shown range ends before the link of media, which is not shown', () => {
  const text = '@bob 👍 <look> https://t.co/abc'
  const map = indexMap(text, 'escaped')
  const link = [map.toUnit(text.indexOf('https')), map.length] as const
  const media = [
    { url: 'https://t.co/abc', indices: link } as unknown as NonNullable<PostContent['media']>[number],
  ]
  assert.equal(wordsOf({ text, media }), '@bob 👍 <look>')
  assert.equal(
    wordsOf({ text, media, display_text_range: [5, map.toUnit(text.indexOf(' https'))] }),
    '👍 <look>',
  )
})

test('an invalid screen name is shown as text, because a link with this name could lead to another host', () => {
  const mention = { screen_name: '/evil.example', name: '', id_str: '1', indices: [0, 1] } as const
  assert.equal(postText({ text: 'a', user_mentions: [mention] }).join(''), 'a')
})

test('links that are not HTTP URLs are shown as text', () => {
  const url = {
    url: 'javascript:alert(1)',
    expanded_url: 'javascript:alert(1)',
    display_url: 'x',
    indices: [0, 1],
  } as const
  assert.equal(postText({ text: 'a', urls: [url] }).join(''), 'a')
})

test('paths escape their values, and unpaired surrogates cause no error', () => {
  assert.equal(hashtagPath('a/b?\ud800'), '/hashtag/a%2Fb%3F%EF%BF%BD')
  assert.equal(searchPath('"a" &b'), '/search?q=%22a%22%20%26b')
})
