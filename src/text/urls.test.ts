import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cpuMs } from '../../test/support/processes/cpu-time.ts'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { twitterText } from './twitter-text.ts'
import { extractUrls, type FindWindows, MAX_SEARCHED_LENGTH } from './urls.ts'

function urlsIn(text: string): string[] {
  return extractUrls(text).map(({ url }) => url)
}

/** Parts of URLs and of the text around them. */
const pieces = fc.constantFrom(
  ...[
    'a',
    'é',
    'あ',
    '😀',
    '\ud800',
    '1',
    ' ',
    '.',
    ',',
    '(',
    ')',
    '/',
    '@',
    '!',
    '-',
    '_',
    ':',
    '#',
    '?',
    '&',
    '=',
    '$',
  ],
  ...[
    '.co',
    '.com',
    '.рф',
    '.zip',
    'example',
    '日本',
    'xn--',
    'http://',
    'https://',
    't.co/',
    'x.com/',
    '\u202a',
    '[',
    ';',
  ],
)

describe('spec/text.md#urls: URL', () => {
  const found: readonly (readonly [rule: string, text: string, ...urls: string[]])[] = [
    [
      'with http(s) scheme',
      'a http://example.com HTTPS://Example.com/',
      'http://example.com',
      'HTTPS://Example.com/',
    ],
    ['a text with another scheme is not a URL', 'ftp://example.com/x'],
    ['bare host.tld with a known TLD', 'a example.com b example.museum, c', 'example.com', 'example.museum'],
    ['a name that does not end with a TLD is not a URL', 'example.nosuchtld file.txt 1.5 a.b.c'],
    [
      'a name whose TLD is newer than the list is not a URL, with or without a scheme',
      'example.kids http://example.kids',
    ],
    ['port, path and query', 'http://a.com:80/b/c?d=e&f=g#h', 'http://a.com:80/b/c?d=e&f=g#h'],
    ['path and query of a bare name', '(example.com/a?b=c)', 'example.com/a?b=c'],
    [
      'balanced brackets',
      'http://a.com/b_(c(d)) (http://a.com/e)',
      'http://a.com/b_(c(d))',
      'http://a.com/e',
    ],
    [
      'punctuation at the end of a sentence is not part of a URL',
      'see http://a.com/b. Or http://a.com/?c=d!',
      'http://a.com/b',
      'http://a.com/?c=d',
    ],
    ['a name in an e-mail address is not a URL', 'me@example.com me.too@mail.example.com'],
    ['a t.co link is a URL', 'see t.co/x, https://t.co/Abc1234567!', 't.co/x', 'https://t.co/Abc1234567'],
    ['a t.co link ends after its slug', 'https://t.co/Abc123/more', 'https://t.co/Abc123'],
    ['a name after @, # or $ is not a URL', '@example.com #example.com $example.com'],
    ['a bare name after _, -, . or / is not a URL', '_example.com -example.com ..example.com /example.com'],
    ['a scheme after a letter begins no URL', 'ahttp://example.com'],
    [
      'URLs are found inside Japanese text',
      'これはexample.comです。http://日本.jp/ね',
      'example.com',
      'http://日本.jp/',
    ],
    ['a URL above 4,096 characters is not found', `http://a.com/${'a'.repeat(4100)}`],
  ]
  for (const [rule, text, ...urls] of found) {
    test(rule, () => assert.deepEqual(urlsIn(text), urls))
  }

  test('labels and domain names that DNS does not allow are not URLs', () => {
    assert.deepEqual(urlsIn(`http://${'a'.repeat(63)}.com`).length, 1)
    assert.deepEqual(urlsIn(`http://${'a'.repeat(64)}.com`), [])
    assert.deepEqual(urlsIn(`http://${'é'.repeat(63)}.com`), [])
    assert.deepEqual(urlsIn(`http://${'a.'.repeat(130)}com`), [])
    assert.deepEqual(urlsIn(`http://${`${'a'.repeat(61)}.`.repeat(4)}com`).length, 1)
    assert.deepEqual(urlsIn(`http://${`${'a'.repeat(63)}.`.repeat(4)}com`), [])
  })
})

describe('spec/text.md#library: this module finds the same URLs as the library', () => {
  test("finds the URLs that the library finds, if the library's positions match its texts", () =>
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join('')),
        (text) => {
          const expected = twitterText
            .extractUrlsWithIndices(text)
            .map(({ url, indices: [start, end] }) => ({ url, start, end }))
          // The library returns wrong positions if a word contains two domain names.
          fc.pre(expected.every(({ url, start, end }) => text.slice(start, end) === url))
          fc.pre(expected.every(({ url }) => text.indexOf(url) === text.lastIndexOf(url)))
          assert.deepEqual(extractUrls(text), expected)
        },
      ),
      { numRuns: 3_000, examples: [['-😀!日本_x.com/&x.com/'], ['é.com;;.рфt.co/(\u202aexample']] },
    ))

  test('a URL equals the text at its indices, and URLs do not overlap', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0
        for (const { url, start, end } of extractUrls(text)) {
          assert.ok(start >= last && end <= text.length)
          assert.equal(text.slice(start, end), url)
          last = end
        }
      }),
    ))
})

describe('windows in which domain names are searched', () => {
  const everywhere: FindWindows = (text) => [{ start: 0, end: text.length }]
  const long = fc
    .tuple(
      fc.constantFrom('a', 'あ', '-', '_', '.', 'a.', 'あ-', 'é', '😀', ' '),
      fc.integer({ min: 2, max: 140 }),
    )
    .map(([piece, times]) => piece.repeat(times))
  const text = fc
    .array(fc.oneof({ weight: 5, arbitrary: pieces }, { weight: 1, arbitrary: long }), { maxLength: 40 })
    .map((parts) => parts.join(''))
  const agrees = (each: string) => assert.deepEqual(extractUrls(each), extractUrls(each, everywhere))

  test('a search in windows finds the same URLs as a search in the whole text', () =>
    fc.assert(fc.property(text, agrees), { numRuns: 3_000 }))

  test('in typical texts, a search in windows finds the same URLs as a search in the whole text', () =>
    fc.assert(fc.property(anyText, agrees), { numRuns: 1_000 }))

  for (const labels of [125, 126, 127, 128, 129, 130]) {
    test(`a window begins before a name of ${labels} labels`, () => {
      for (const before of ['', ' ', 'あ', '@', '-', 'https://', 'あhttps://', 'x.net https://'])
        for (const label of ['a', 'あ', 'a-a'])
          agrees(`${before}${`${label}.`.repeat(labels - 1)}com/b?c=d e.com`)
    })
  }

  test('windows are a small part of a long text with one domain name', () => {
    for (const piece of ['a.', 'あ-あ.', 'one two, three. ', '日本語、', '.-']) {
      const filling = piece.repeat(5_000 / piece.length)
      const one = `${filling} see example.com/a ${filling}`
      const spent = cpuMs(() => {
        for (let times = 0; times < 20; times++) assert.equal(extractUrls(one).length, 1)
      })
      // A full search takes 6 to 15 ms for each text.
      assert.ok(spent < 60, `${piece}: ${spent} ms`)
    }
  })
})

describe('for any text, the time is limited', () => {
  const heavy: readonly (readonly [string, string])[] = [
    ['one word of another script', 'あ'],
    ['labels', `${'あ'.repeat(62)}.`],
    ['short labels', 'a.'],
    ['labels with hyphens', 'a-'],
    ['brackets', '(a.)'],
    ['nested brackets', '(a(a)a)'],
    ['names', 'a.com '],
    ['names without a scheme', 'あa.com'],
    ['lone surrogates', '\ud800'],
    ['schemes', 'http://'],
    ['accents', 'é'],
  ]
  for (const [name, piece] of heavy) {
    test(`${name}: the longest text that is searched does not block the process`, () => {
      const text = `http://a.co/.${piece.repeat(MAX_SEARCHED_LENGTH)}`.slice(0, MAX_SEARCHED_LENGTH)
      const spent = cpuMs(() => extractUrls(text))
      // Most texts take less than a tenth of this time. The library takes seconds for some of these texts.
      assert.ok(spent < 500, `${spent} ms`)
    })
  }

  test('a text is not searched if no domain name can end in it', () => {
    for (const piece of ['a.', 'あ-あ.', 'example.nosuchtld.']) {
      const spent = cpuMs(() =>
        assert.deepEqual(extractUrls(piece.repeat(MAX_SEARCHED_LENGTH / piece.length)), []),
      )
      assert.ok(spent < 100, `${piece}: ${spent} ms`)
    }
  })

  test('a text above the maximum length is not searched', () => {
    assert.deepEqual(extractUrls(`http://a.co ${'a'.repeat(MAX_SEARCHED_LENGTH)}`), [])
  })
})
