import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { addressOf, lengthOf, oneLine, Shortener, severalLines } from './profile-text.ts'

const SHORT = /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/

test('oneLine replaces control characters and line breaks by spaces, and trims', () => {
  assert.equal(oneLine('  a\r\nb\tc\u0000d\u2028e  f \u0085'), 'a b c d e f')
  assert.equal(oneLine('\n\t '), '')
  assert.equal(oneLine('\ud800a'), '\ufffda')
})

test('severalLines normalizes line breaks to line feeds', () => {
  assert.equal(severalLines(' a\r\nb\rc\nd\te\u0000f\n'), 'a\nb\nc\nd e f')
})

test('normalized texts have no control characters, and normalizing again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [line, lines] = [oneLine(text), severalLines(text)]
      assert.doesNotMatch(line, /\p{Cc}|\p{Cs}/u)
      assert.doesNotMatch(lines.replaceAll('\n', ''), /\p{Cc}|\p{Cs}/u)
      assert.deepEqual([oneLine(line), severalLines(lines)], [line, lines])
    }),
  )
})

test('lengthOf counts code points', () => {
  assert.equal(lengthOf('a☃😀é'), 4)
})

test('addressOf accepts web addresses, and adds a missing scheme', () => {
  for (const [text, address] of [
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTP://example.org', 'HTTP://example.org'],
    ['example.org/ä', 'http://example.org/ä'],
    ['user@example.org', 'http://user@example.org'],
    ['javascript:alert(1)//a.b', undefined],
    ['ftp://example.org', undefined],
    ['localhost', undefined],
    ['two words.org', undefined],
    ['https://', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(addressOf(text), address, text)
  }
})

test('spec/posts.md#short-links: a short link has 23 characters and replaces the address', () => {
  const shortener = new Shortener(systemRandom, [])
  for (const [before, address, after] of [
    ['see ', 'https://example.org/a/very/long/address/indeed?with=query', ''],
    ['(', 'http://example.org', ')'],
    ['', 'https://example.org/wiki/A_(b)', ', and more'],
    ['☃ ', 'HTTPS://example.org/x', '.'],
    ['"', 'https://example.org/x', '"!?'],
    ['a\n', 'https://example.org/ä', '…\nb'],
  ] as const) {
    const { text, links } = shortener.shorten(before + address + after)
    assert.equal(links.length, 1, address)
    const [link] = links
    assert.equal(link?.expanded_url, address)
    assert.match(link?.url ?? '', SHORT)
    assert.equal(link?.url.length, 23)
    assert.equal(text, before + link?.url + after)
  }
  for (const text of ['no address', 'https://', 'http://nowhere', 'me@example.org', 'localhost']) {
    assert.deepEqual(shortener.shorten(text), { text, links: [] })
  }
})

test('addresses are found as in posts: domains without a scheme, adjacent addresses, balanced brackets', () => {
  for (const [text, addresses] of [
    ['at example.org, or so', ['http://example.org']],
    ['(http://x.example.org/a_(b)).', ['http://x.example.org/a_(b)']],
    ['http://x.example.org,http://y.example.org', ['http://x.example.org', 'http://y.example.org']],
  ] as const) {
    const { links } = new Shortener(systemRandom, []).shorten(text)
    assert.deepEqual(
      links.map(({ expanded_url }) => expanded_url),
      addresses,
      text,
    )
  }
})

test('the same address gets the same link, also a link that the user has already', () => {
  const known = { url: 'https://t.co/abcdefghij', expanded_url: 'https://example.org/known' }
  const shortener = new Shortener(systemRandom, [known])
  const [a, b] = ['https://example.org/a', 'https://example.org/b']
  const { text, links } = shortener.shorten(`${a} ${b} ${a} ${known.url} ${known.expanded_url}`)
  assert.deepEqual(
    links.map(({ expanded_url }) => expanded_url),
    [a, b, a, known.expanded_url, known.expanded_url],
  )
  assert.equal(text, links.map(({ url }) => url).join(' '))
  assert.equal(new Set(links.map(({ url }) => url)).size, 3)
  // Clients may send a short link from a response back to the server.
  assert.deepEqual(shortener.shorten(text), { text, links })
})

test('a short link of another user is an ordinary address', () => {
  const { links } = new Shortener(systemRandom, []).shorten('https://t.co/abcdefghij')
  assert.equal(links[0]?.expanded_url, 'https://t.co/abcdefghij')
  assert.notEqual(links[0]?.url, links[0]?.expanded_url)
})
