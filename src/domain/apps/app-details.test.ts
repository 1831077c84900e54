import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { Refusal } from '../context.ts'
import { type AppDetails, checkAppDetails, homeOf } from './app-details.ts'

function reasonOf(details: Partial<AppDetails>): string | undefined {
  try {
    checkAppDetails(details)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error.reason
  }
}

const GOOD: readonly Partial<AppDetails>[] = [
  {},
  { name: 'I <3 birds' },
  { name: 'Ünï – 鳥' },
  { name: 'n'.repeat(32) },
  { url: '' },
  { url: 'https://example.org' },
  { url: 'HTTP://example.org:8080/a?b=c&d#e' },
  { url: 'https://müller.example/ü' },
  { url: 'http://[::1]/' },
  { description: '' },
  { description: 'Writes <b>what</b> birds say; “quoted”.' },
  { callbackUrls: [] },
  { callbackUrls: ['myapp://signed-in', 'http://127.0.0.1', 'https://example.org/?a=1'] },
]

const BAD: readonly (readonly [Partial<AppDetails>, string])[] = [
  [{ name: '' }, 'name-too-long'],
  [{ name: ' \u00a0 ' }, 'name-too-long'],
  [{ name: '<b>Bold</b>' }, 'name-invalid'],
  [{ name: 'App</a>' }, 'name-invalid'],
  [{ name: 'App\u0085' }, 'name-invalid'],
  [{ name: 'App\ud800' }, 'name-invalid'],
  [{ url: 'example.org' }, 'app-url-invalid'],
  [{ url: '//example.org' }, 'app-url-invalid'],
  [{ url: 'https:example.org' }, 'app-url-invalid'],
  [{ url: 'https://' }, 'app-url-invalid'],
  [{ url: 'https:///path' }, 'app-url-invalid'],
  [{ url: 'javascript:alert(1)' }, 'app-url-invalid'],
  [{ url: 'ftp://example.org' }, 'app-url-invalid'],
  [{ url: 'java\nscript:alert(1)' }, 'app-url-invalid'],
  [{ url: 'https://exam\nple.org' }, 'app-url-invalid'],
  [{ url: 'https://example.org\0' }, 'app-url-invalid'],
  [{ url: ' https://example.org' }, 'app-url-invalid'],
  [{ url: 'https://example.org/"><script>' }, 'app-url-invalid'],
  [{ url: 'https://user@example.org' }, 'app-url-invalid'],
  [{ url: 'https://:secret@example.org' }, 'app-url-invalid'],
  [{ url: `https://example.org/${'x'.repeat(500)}` }, 'app-url-invalid'],
  [{ description: 'd'.repeat(201) }, 'description-invalid'],
  [{ description: 'two\nlines' }, 'description-invalid'],
  [{ callbackUrls: ['https://example.org/\n'] }, 'callback-invalid'],
  [{ callbackUrls: ['java\tscript:alert(1)'] }, 'callback-invalid'],
  [{ callbackUrls: [`https://example.org/${'x'.repeat(500)}`] }, 'callback-invalid'],
  [{ callbackUrls: ['oob'] }, 'callback-invalid'],
]

describe('spec/console.md#apps: valid details of an app', () => {
  for (const details of GOOD) {
    test(`accepted: ${JSON.stringify(details)}`, () => assert.equal(reasonOf(details), undefined))
  }
  for (const [details, reason] of BAD) {
    test(`refused: ${JSON.stringify(details).slice(0, 60)}`, () => assert.equal(reasonOf(details), reason))
  }

  test('an accepted URL has no white space, control characters, quotes, angle brackets, backslashes or credentials', () => {
    const piece = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('\n', '\t', '"', '<', '@', '/', '\\'))
    const url = fc.array(piece, { maxLength: 4 }).map((pieces) => `https://e.example${pieces.join('')}`)
    fc.assert(
      fc.property(url, (text) => {
        if (reasonOf({ url: text }) !== undefined) return
        assert.doesNotMatch(text, /[\p{Cc}\s"<>\\]/u)
        const { protocol, username, password } = new URL(text)
        assert.deepEqual([protocol, username, password], ['https:', '', ''])
      }),
    )
  })
})

test('the home page of an app is its URL, else the origin of its first web callback, else empty', () => {
  const callbackUrls = ['myapp://x', 'https://a.example:8443/back?x', 'https://b.example']
  assert.equal(homeOf({ url: 'https://example.org/x', callbackUrls }), 'https://example.org/x')
  assert.equal(homeOf({ url: '', callbackUrls }), 'https://a.example:8443')
  assert.equal(homeOf({ url: '', callbackUrls: ['myapp://x', 'httpx://y'] }), '')
})
