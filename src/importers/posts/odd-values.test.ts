import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { V11 } from '../../../test/support/odd/import-objects.ts'
import { ODD_VALUES, pathsOf, withValue } from '../../../test/support/odd/values.ts'
import * as fc from '../../../test/support/properties.ts'
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { PostContent } from '../../domain/posts/content.ts'
import type { ImportedPost } from '../../domain/posts/import/imported-post.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { VALUE_FORMS } from '../forms/index.ts'
import { readValue } from '../forms/read-value.ts'
import { InvalidItem } from '../json-fields.ts'

const DAY_MS = 86_400_000
const TIME = Date.UTC(2020, 7, 12, 10)
const ID = String(firstSnowflakeAt(TIME) + 5n)
const ANN = { id: 11, id_str: '11', screen_name: 'ann', name: 'Ann', description: 'd' }
const POST = {
  id_str: ID,
  created_at: 'Wed Aug 12 10:00:00 +0000 2020',
  text: 'odd',
  entities: {},
  user: ANN,
}

interface Read {
  readonly post: Omit<ImportedPost, 'author'>
  readonly content: PostContent
  readonly author: unknown
  readonly notes: readonly string[]
  readonly referenced: readonly bigint[]
}

/** The post of a JSON text. @throws {InvalidItem} */
function readJson(json: string): Read {
  const notes: string[] = []
  const { items } = readValue(VALUE_FORMS, json, (path, fault) => notes.push(`${path}: ${fault}`))
  const [item] = items
  if (item?.kind !== 'posts') throw new InvalidItem('no post')
  const { posts, byName = [] } = item.bundle
  const [named] = byName
  const [first] = posts
  const post = first ?? named?.post ?? assert.fail('no post')
  const author =
    first === undefined ? named?.author : { id: first.author.id, user: first.author.readUser?.() }
  const referenced = item.bundle.referenced.map(({ id }) => id)
  return { post, content: JSON.parse(post.content) as PostContent, author, notes, referenced }
}

/** Reads a post in which the given fields are replaced. */
function read(part: object): Read {
  return readJson(JSON.stringify({ ...POST, ...part }))
}

function reasonOf(json: string): string {
  try {
    readJson(json)
  } catch (error) {
    if (error instanceof InvalidItem) return error.message
    throw error
  }
  return assert.fail(`${json} was taken`)
}

/** The JSON of a post whose id is written as the given text. */
function withId(id: string, more = ''): string {
  return `{"id":${id},"created_at":"${POST.created_at}","text":"odd","user":{"id":11}${more}}`
}

describe('spec/odd-values.md#odd-values: id and id_str differ', () => {
  test('if both ids are equal as doubles, id_str is the id', () => {
    assert.equal(readJson(withId(ID, `,"id_str":"${BigInt(ID) + 1n}"`)).post.id, BigInt(ID) + 1n)
  })
  test('if the ids differ as doubles, the post is rejected', () => {
    assert.equal(reasonOf(withId('7', `,"id_str":"${ID}"`)), 'id and id_str differ')
  })
})

describe('spec/odd-values.md#odd-values: id is a double or 4.9e17, and id_str is missing', () => {
  const rounded = Number(ID).toExponential()
  test('the id is read from a permalink in the object', () => {
    const { post, notes } = readJson(withId(rounded, `,"tweet_url":"https://twitter.com/ann/status/${ID}"`))
    assert.equal(post.id, BigInt(ID))
    assert.deepEqual(notes, ['id: another form'])
    const link = `,"entities":{"urls":[{"url":"https://t.co/a","expanded_url":"https://twitter.com/i/web/status/${ID}"}]}`
    assert.equal(readJson(withId(rounded, link)).post.id, BigInt(ID))
  })
  test('the permalink of a different post is not used', () => {
    const other = `,"tweet_url":"https://twitter.com/ann/status/490828800000000001"`
    assert.match(reasonOf(withId(rounded, other)), /digits are lost/)
  })
  test('if there is no permalink, the post is rejected', () => {
    for (const id of [rounded, '4.9e17', '490828800000000000.0', '"4.9E+17"']) {
      assert.match(reasonOf(withId(id)), /^id .* is rounded: its last digits are lost/, id)
    }
  })
})

describe('spec/odd-values.md#odd-values: id with quotes, blanks, x, or leading zeros', () => {
  for (const id of [` ${ID} `, `x${ID}`, `'${ID}'`, `\u201c${ID}\u201d`, `000${ID}`]) {
    test(`${JSON.stringify(id)} is repaired`, () => {
      const { post, notes } = read({ id_str: id })
      assert.equal(post.id, BigInt(ID))
      assert.deepEqual(notes, ['id: another form'])
      assert.equal(read({ in_reply_to_status_id_str: id.replace('5', '5') }).notes.length > 0, true)
    })
  }
  test('a post whose id is 0, negative or longer than 63 bits is rejected; other ids with such values are dropped', () => {
    for (const id of ['0', '-1', '9223372036854775808', '99999999999999999999999']) {
      assert.match(reasonOf(JSON.stringify({ ...POST, id_str: id })), /^id /, id)
      const { post, notes } = read({ in_reply_to_user_id_str: id })
      assert.deepEqual([post.inReplyToUserId, notes], [null, ['in_reply_to_user_id: no id']], id)
    }
  })
})

describe('spec/odd-values.md#odd-values: in_reply_to_* and quoted_status_id that are 0, "", -1, NaN or the id of the post', () => {
  for (const value of ['0', '""', '-1', 'NaN', 'null']) {
    test(`${value} is dropped`, () => {
      const json = `${JSON.stringify(POST).slice(0, -1)},"in_reply_to_status_id":${value},"in_reply_to_user_id":${value},"quoted_status_id":${value}}`
      const { post } = readJson(json)
      assert.deepEqual([post.inReplyToPostId, post.inReplyToUserId, post.quotedId], [null, null, null])
    })
  }
  test('the id of the post itself is dropped', () => {
    const { post } = read({ in_reply_to_status_id_str: ID, quoted_status_id_str: ID })
    assert.deepEqual([post.inReplyToPostId, post.quotedId], [null, null])
  })
})

describe('spec/odd-values.md#odd-values: counts', () => {
  for (const [count, repaired] of [
    ['100+', 100],
    ['1.2K', 1_200],
    ['3.0', 3],
    [3.0, 3],
    [10 ** 16, 10 ** 15],
  ] as const) {
    test(`${JSON.stringify(count)} is ${repaired}`, () => {
      assert.equal(read({ retweet_count: count, favorite_count: 1 }).post.counts?.retweets, repaired)
    })
  }
  for (const count of [null, '', -3, 'many', 'NaN', [], {}]) {
    test(`${JSON.stringify(count)} is dropped`, () => {
      assert.equal(read({ retweet_count: count, favorite_count: 1 }).post.counts?.retweets, 0)
    })
  }
})

describe('spec/odd-values.md#odd-values: flags', () => {
  for (const [flag, value] of [
    ['false', undefined],
    [0, undefined],
    ['0', undefined],
    ['True', true],
    [1, true],
    ['1', true],
  ] as const) {
    test(`${JSON.stringify(flag)} is ${value ?? false}`, () => {
      assert.equal(read({ possibly_sensitive: flag }).content.possibly_sensitive ?? false, value ?? false)
    })
  }
  test('another text is dropped', () => {
    const { content, notes } = read({ possibly_sensitive: 'maybe' })
    assert.deepEqual([content.possibly_sensitive, notes], [undefined, ['possibly_sensitive: another type']])
  })
})

test('spec/odd-values.md#odd-values: NaN and Infinity are null', () => {
  const counted = { ...POST, text: 'NaN Infinity', favorite_count: 1 }
  const json = `${JSON.stringify(counted).slice(0, -1)},"retweet_count":NaN,"lang":-Infinity,"place":Infinity}`
  const { content, post } = readJson(json)
  assert.deepEqual([content.text, content.lang, post.counts?.retweets], ['NaN Infinity', undefined, 0])
})

describe('spec/odd-values.md#odd-values: dates', () => {
  for (const [date, ...notes] of [
    ['2020-08-12T10:00:00.000Z'],
    ['2020-08-12T12:00:00+02:00'],
    ['2020-08-12 10:00:00 +0000'],
    ['2020-08-12 10:00:00', 'created_at: no time zone'],
    ['Wed, 12 Aug 2020 10:00:00 +0000'],
    ['Wed Aug 12 03:00:00 PDT 2020'],
    ['1597226400'],
    ['1597226400000'],
    [1597226400, 'created_at: another type'],
  ] as const) {
    test(`${JSON.stringify(date)} is read`, () => {
      const { post, notes: found } = read({ id_str: '29', created_at: date })
      assert.deepEqual([post.createdAt, found], [TIME, notes])
    })
  }
  test('if the date is missing, the time in the id is used; a post without both is rejected', () => {
    assert.equal(Math.floor(read({ created_at: 'yesterday' }).post.createdAt / 1_000), TIME / 1_000)
    assert.equal(Math.floor(read({ created_at: undefined }).post.createdAt / 1_000), TIME / 1_000)
    for (const date of ['yesterday', undefined]) {
      assert.match(reasonOf(JSON.stringify({ ...POST, id_str: '29', created_at: date })), /created_at/)
    }
  })
  test('a date that differs from the time in the snowflake id by more than a day is used and counted', () => {
    const { post, notes } = read({ created_at: 'Fri Aug 14 10:00:00 +0000 2020' })
    assert.deepEqual([post.createdAt, notes], [TIME + 2 * DAY_MS, ['created_at: differs from the id']])
  })
})

describe('spec/odd-values.md#odd-values: text', () => {
  test('a number is repaired', () => assert.equal(read({ text: 7 }).content.text, '7'))
  test('a post without text is rejected', () => {
    assert.equal(reasonOf(JSON.stringify({ ...POST, text: undefined })), 'there is no text')
    assert.equal(reasonOf(JSON.stringify({ ...POST, text: null })), 'there is no text')
  })
  test('an empty text is valid in a post with media', () => {
    const media = [{ id_str: '5', type: 'photo', media_url_https: 'https://a.example/1.jpg' }]
    assert.equal(read({ text: '', extended_entities: { media } }).content.media?.length, 1)
  })
  test('&amp; next to raw & and < is unescaped once, and indices are moved', () => {
    const { content } = read({
      text: 'a & b &amp;amp; <#c',
      entities: { hashtags: [{ text: 'c', indices: [17, 19] }] },
    })
    assert.equal(content.text, 'a & b &amp; <#c')
    assert.deepEqual(content.hashtags, [{ text: 'c', indices: [24, 26] }])
  })
})

describe('spec/odd-values.md#odd-values: entities', () => {
  for (const entities of [undefined, null]) {
    test(`${entities}: derived from the text`, () => {
      const { content, notes } = read({ text: '#owl', entities })
      assert.deepEqual(content.hashtags, [{ text: 'owl', indices: [0, 4] }])
      assert.deepEqual(notes, ['entities: not recorded'])
    })
  }
  test('an entity with invalid indices is searched in the text, and is dropped if the text lacks it', () => {
    const tag = (indices: unknown, text = 'owl') => ({ entities: { hashtags: [{ text, indices }] } })
    for (const indices of [[0, 99], 'x', null, [5, 2], [-1, 3]]) {
      const { content } = read({ text: 'an #owl', ...tag(indices) })
      assert.deepEqual(content.hashtags, [{ text: 'owl', indices: [3, 7] }], JSON.stringify(indices))
    }
    assert.equal(read({ text: 'an #owl', ...tag([0, 99], 'cat') }).content.hashtags, undefined)
  })
  test('a mention whose id is null or -1 is dropped', () => {
    for (const id of [null, -1]) {
      const mention = { screen_name: 'ben', id, indices: [0, 4] }
      assert.equal(
        read({ text: '@ben', entities: { user_mentions: [mention] } }).content.user_mentions,
        undefined,
      )
    }
  })
  test('if expanded_url and display_url are null, they become the url; a link whose url is null is dropped', () => {
    const link = { url: 'https://t.co/a', expanded_url: null, display_url: null, indices: [0, 14] }
    const [url] = read({ text: 'https://t.co/a', entities: { urls: [link] } }).content.urls ?? []
    assert.deepEqual([url?.expanded_url, url?.display_url], ['https://t.co/a', 'https://t.co/a'])
    assert.equal(
      read({ text: 'https://t.co/a', entities: { urls: [{ ...link, url: null }] } }).content.urls,
      undefined,
    )
  })
  test('a part of unwound that is null or has another type is dropped', () => {
    const link = {
      url: 'x',
      indices: [0, 1],
      unwound: { url: null, status: '200', title: {}, description: 'd' },
    }
    const [url] = read({ text: 'x', entities: { urls: [link] } }).content.urls ?? []
    assert.deepEqual(url?.unwound, { status: 200, description: 'd' })
  })
  test('media without an id get one, and media without a url get an empty one; media of an unknown type are dropped; sizes that are a list or texts are repaired', () => {
    const { content } = read({
      extended_entities: {
        media: [
          { type: 'photo', media_url: 'http://a.example/1.jpg', sizes: [{ name: 'small', w: 3, h: 4 }] },
          { id: 6, type: 'hologram' },
          { id: 7, type: 'photo', sizes: { small: { w: '3', h: '4', resize: 'crop' } } },
        ],
      },
    })
    assert.deepEqual(
      content.media?.map(({ media_url_https, sizes }) => [media_url_https, sizes['small']?.w]),
      [
        ['https://a.example/1.jpg', 3],
        ['', 3],
      ],
    )
    assert.match(content.media?.[0]?.id_str ?? '', /^\d+$/)
  })
})

describe('spec/odd-values.md#odd-values: places', () => {
  for (const part of [
    { geo: {} },
    { place: {} },
    { place: { full_name: 'no id' } },
    { coordinates: { coordinates: [200, 91] } },
    { geo: { coordinates: [91, 0] } },
    { coordinates: { coordinates: [null, 3] } },
  ]) {
    test(`${JSON.stringify(part)} is dropped`, () => assert.equal(read(part).post.geo, undefined))
  }
  test('a null box is dropped', () => {
    const { place } = read({ place: { id: 'p', name: 'P', bounding_box: null } }).post.geo ?? {}
    assert.deepEqual([place?.id, place?.bounding_box], ['p', undefined])
  })
  test('if geo and coordinates differ, coordinates are used', () => {
    const { geo } = read({ coordinates: { coordinates: [13, 52] }, geo: { coordinates: [1, 2] } }).post
    assert.deepEqual(geo?.coordinates, { long: 13, lat: 52 })
  })
})

test('spec/odd-values.md#odd-values: withheld_in_countries as a text or in lower case is repaired, unknown countries are dropped', () => {
  assert.deepEqual(read({ withheld_in_countries: 'de, XX' }).post.withheldInCountries, ['DE', 'XX'])
  assert.deepEqual(read({ withheld_in_countries: ['Germany', 'fr', 'XY'] }).post.withheldInCountries, [
    'FR',
    'XY',
  ])
})

test('spec/odd-values.md#odd-values: lang that is null, empty or too long is not stored, so it becomes und', () => {
  for (const lang of [null, '', 'x'.repeat(99)]) assert.equal(read({ lang }).content.lang, undefined)
})

test('spec/odd-values.md#odd-values: a source that is NaN is dropped; a source that is a bare name or an unusual anchor keeps its name', () => {
  const json = `${JSON.stringify(POST).slice(0, -1)},"source":NaN}`
  assert.equal(readJson(json).content.source, undefined)
  assert.equal(read({ source: 'web' }).content.source?.name, 'web')
  assert.equal(read({ source: '<a target=x href="y">An app</a>' }).content.source?.name, 'An app')
})

describe('spec/odd-values.md#odd-values: user', () => {
  test('if the user is absent, the author comes from another field with a user id', () => {
    assert.deepEqual(read({ user: undefined, user_id_str: '11' }).author, { id: 11n, user: undefined })
    assert.equal(
      reasonOf(JSON.stringify({ ...POST, user: undefined })),
      'there is no author; name the author of all posts with --author ID',
    )
  })
  test('a user with an invalid name is stored as user_<id>, with its other fields', () => {
    const { author, notes } = read({ user: { ...ANN, screen_name: 'no name' } })
    const { user } = author as { readonly user?: ImportedUser }
    assert.deepEqual(
      [user?.id, user?.screenName, user?.name, user?.profile?.description, notes],
      [11n, 'user_11', 'Ann', 'd', ['user.screen_name: no user name']],
    )
    const { author: bare } = read({ user: { id: 11, id_str: '11', screen_name: 'no name' } })
    assert.deepEqual(bare, { id: 11n, user: undefined })
  })
  test('a user with an invalid id and a valid name is identified by the name', () => {
    const { author, notes } = read({ user: { screen_name: 'ann', name: 'Ann', id: -1 } })
    assert.deepEqual([author, notes], [{ screenName: 'ann', name: 'Ann' }, ['user.id: no id']])
  })
  test('a NUL in the profile is removed, and the rest of the profile stays', () => {
    const { author } = read({ user: { ...ANN, description: 'abc\0def' } })
    const { user } = author as { readonly user?: { readonly profile?: { readonly description: string } } }
    assert.equal(user?.profile?.description, 'abcdef')
  })
})

describe('spec/odd-values.md#odd-values: retweeted_status', () => {
  test('an empty object {} is treated as absent', () => {
    const { content, notes } = read({ text: 'RT @ben: x', retweeted_status: {} })
    assert.deepEqual([content.text, notes], ['RT @ben: x', []])
  })
  test('if the original has no author, the repost is stored as a post with its own text, and the import counts such reposts', () => {
    const { post, content, notes } = read({
      text: 'RT @ben: x',
      retweeted_status: { id_str: '7', text: 'x' },
    })
    assert.deepEqual(
      [post.repostedId, content.text, notes],
      [null, 'RT @ben: x', ['retweeted_status: incomplete']],
    )
  })
})

test('spec/odd-values.md#odd-values: nesting of more than 8 posts or 40 values is cut off, and __proto__ is dropped', () => {
  const nested = (inside: number): object => ({
    ...{ ...POST, id_str: String(30 + inside) },
    ...(inside > 0 ? { quoted_status: nested(inside - 1) } : {}),
  })
  const { post, referenced } = read({ id_str: '29', quoted_status: nested(12) })
  assert.deepEqual([post.id, post.quotedId, referenced], [29n, 42n, [35n, 36n, 37n, 38n, 39n, 40n, 41n, 42n]])
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const json = `${JSON.stringify(POST).slice(0, -1)},"deep":${deep},"__proto__":{"a":1}}`
  assert.deepEqual(readJson(json).content.kept, undefined)
})

test('spec/odd-values.md#odd-values: unknown fields below 64 KiB are kept, with large integers as texts', () => {
  const json = `${JSON.stringify(POST).slice(0, -1)},"later":{"id":9007199254740993},"huge":"${'x'.repeat(70_000)}"}`
  assert.deepEqual(readJson(json).content.kept, { later: { id: '9007199254740993' } })
})

/** Fields without which there is no post (marked X in the table of the specification). */
const IDENTITY = new Set(['', 'id', 'id_str', 'text', 'full_text', 'user'])

test('spec/odd-values.md#principles: an odd value at any other path does not reject a post', () => {
  const base = { ...POST, ...V11, id_str: ID, user: { ...ANN, entities: { url: { urls: [{ url: 'x' }] } } } }
  const paths = pathsOf(base).filter((path) => !IDENTITY.has(path.length > 1 ? '-' : String(path[0] ?? '')))
  const odd = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue())
  fc.assert(
    fc.property(fc.constantFrom(...paths), odd, (path, value) => {
      assert.equal(readJson(JSON.stringify(withValue(base, path, value))).post.id, BigInt(ID))
    }),
    { numRuns: 300 },
  )
})
