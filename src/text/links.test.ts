import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { extractEntities } from './entities.ts'
import {
  appendLink,
  displayUrl,
  expandedUrl,
  LINK_LENGTH,
  linkUrl,
  randomSlug,
  type Shortener,
  shortenUrls,
} from './links.ts'

/** Makes the slugs `Slug000000`, `Slug000001` and so on, and records the target of each slug. */
function shortener(): Shortener & { readonly targets: Map<string, string> } {
  const targets = new Map<string, string>()
  return {
    targets,
    slugFor(address) {
      const slug = `Slug${String(targets.size).padStart(6, '0')}`
      targets.set(slug, address)
      return slug
    },
    targetOf: (slug) => targets.get(slug),
  }
}

describe('spec/text.md#stored-links: each URL is replaced in stored text by a 23-character t.co link', () => {
  const text = 'a www.example.com/b?c=d 😀 @e http://www.example.org/ #f www.example.com/b?c=d'
  const linked = shortenUrls(text, extractEntities(text), shortener())

  test('the text contains the short links instead of the URLs', () => {
    assert.equal(
      linked.text,
      'a https://t.co/Slug000000 😀 @e https://t.co/Slug000001 #f https://t.co/Slug000000',
    )
  })

  test('display_url and expanded_url are correct; expanded_url is the typed URL with a scheme', () => {
    assert.deepEqual(linked.links.slice(0, 2), [
      {
        start: 2,
        end: 25,
        url: 'https://t.co/Slug000000',
        expandedUrl: 'http://www.example.com/b?c=d',
        displayUrl: 'example.com/b?c=d',
      },
      {
        start: 32,
        end: 55,
        url: 'https://t.co/Slug000001',
        expandedUrl: 'http://www.example.org/',
        displayUrl: 'example.org',
      },
    ])
  })

  test('equal URLs in a text get one link', () => assert.equal(linked.links[2]?.url, linked.links[0]?.url))

  test('the positions of other entities are moved', () => {
    assert.deepEqual(linked.mentions, [{ screenName: 'e', start: 29, end: 31 }])
    assert.deepEqual(linked.hashtags, [{ tag: 'f', start: 56, end: 58 }])
  })

  test('a known short link keeps its target; an unknown short link is an ordinary URL', () => {
    const links = shortener()
    const slug = links.slugFor('http://example.com/')
    const text = `http://t.co/${slug}?amp=1 https://t.co/Unknown123 https://t.co/${slug}`
    const { text: stored, links: entities } = shortenUrls(text, extractEntities(text), links)
    assert.equal(stored, `https://t.co/${slug} https://t.co/Slug000001 https://t.co/${slug}`)
    assert.deepEqual(
      entities.map((entity) => entity.expandedUrl),
      ['http://example.com/', 'https://t.co/Unknown123', 'http://example.com/'],
    )
  })

  test('for any text, positions of entities are correct, and only links change', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const entities = extractEntities(text)
        const { text: stored, links, ...others } = shortenUrls(text, entities, shortener())
        for (const { start, end, url } of links) assert.equal(stored.slice(start, end), url)
        for (const kind of ['mentions', 'lists', 'hashtags', 'cashtags'] as const) {
          others[kind].forEach((moved, place) => {
            const { start, end } = entities[kind][place] ?? { start: -1, end: -1 }
            assert.equal(stored.slice(moved.start, moved.end), text.slice(start, end))
          })
        }
        let back = ''
        let done = 0
        links.forEach(({ start, end }, place) => {
          back += stored.slice(done, start) + entities.urls[place]?.url
          done = end
        })
        assert.equal(back + stored.slice(done), text)
      }),
    ))
})

describe('spec/posts.md#short-links: t.co links always have 23 characters: `https://t.co/` and 10 more', () => {
  test('all letters and digits are equally frequent in slugs', () => {
    let byte = 0
    const letters = new Map<string, number>()
    for (let round = 0; round < 256; round += 1) {
      const slug = randomSlug((count) => Buffer.from(Array.from({ length: count }, () => byte++ % 256)))
      assert.match(slug, /^[A-Za-z0-9]{10}$/)
      assert.equal(linkUrl(slug).length, LINK_LENGTH)
      for (const letter of slug) letters.set(letter, (letters.get(letter) ?? 0) + 1)
    }
    assert.equal(LINK_LENGTH, 23)
    assert.equal(letters.size, 62)
    const counts = [...letters.values()]
    assert.ok(
      Math.max(...counts) - Math.min(...counts) <= 6,
      `${Math.min(...counts)} to ${Math.max(...counts)}`,
    )
  })

  test('a short link in a text is found as a URL', () =>
    assert.deepEqual(extractEntities(linkUrl('A1b2C3d4E5')).urls[0], {
      url: 'https://t.co/A1b2C3d4E5',
      start: 0,
      end: 23,
    }))
})

describe('spec/text.md#stored-links: `display_url`', () => {
  const rows: readonly (readonly [address: string, shown: string])[] = [
    ['https://www.example.com/', 'example.com'],
    ['http://example.com', 'example.com'],
    ['https://twitter.com/i/web/status/964280839784681472', 'twitter.com/i/web/status/9…'],
    ['https://github.com/WesleyAC/hanabi', 'github.com/WesleyAC/hanabi'],
    ['https://github.com/enarx/github-ssh-ci-runner', 'github.com/enarx/github-s…'],
    ['http://www.youtube.com.convey.pro/l/rlR2P8q', 'youtube.com.convey.pro/l/rlR2P8q'],
    ['http://example.com/?a=b', 'example.com/?a=b'],
    ['http://example.com/😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀', 'example.com/😀😀😀😀😀😀😀😀😀😀😀😀😀😀…'],
    ['HTTP://WWW.Example.com/A', 'Example.com/A'],
  ]
  for (const [address, shown] of rows) test(address, () => assert.equal(displayUrl(address), shown))

  test('any string is accepted', () =>
    fc.assert(
      fc.property(anyText, (text) => assert.ok(displayUrl(expandedUrl(text)).length <= text.length + 7)),
    ))
})

describe('an attached link', () => {
  test('the attached link follows the text', () =>
    assert.deepEqual(appendLink('text', linkUrl('A1b2C3d4E5')), {
      text: 'text https://t.co/A1b2C3d4E5',
      span: { start: 5, end: 28 },
    }))

  test('the attached link is the whole text of a post without text', () =>
    assert.deepEqual(appendLink('', linkUrl('A1b2C3d4E5')), {
      text: 'https://t.co/A1b2C3d4E5',
      span: { start: 0, end: 23 },
    }))
})
