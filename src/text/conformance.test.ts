/**
 * Checks that Aviary passes the conformance cases of the library (spec/text.md#library), except where Aviary differs
 * on purpose.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import config from '../../test/fixtures/text/twitter-text-config-v3.json' with { type: 'json' }
import {
  type ConformanceCase,
  conformanceCases,
  topLevelUrls,
} from '../../test/support/files/text-fixtures.ts'
import { extractEntities } from './entities.ts'
import { indexMap, type Span, spanIndices } from './index-units.ts'
import { MAX_POST_WEIGHT, refusalOf, URL_WEIGHT, weigh } from './weigh.ts'

function each(cases: readonly ConformanceCase[], actual: (text: string) => unknown): void {
  assert.ok(cases.length > 0)
  for (const { category, description, text, expected } of cases) {
    assert.deepEqual(actual(text), expected, `${category}: ${description}: ${text}`)
  }
}

function withIndices<E extends Span>(
  text: string,
  entities: readonly E[],
  form: (entity: E) => object,
): object[] {
  const map = indexMap(text, 'code-point')
  return entities.map((entity) => ({ ...form(entity), indices: spanIndices(map, entity) }))
}

describe('spec/text.md#entity-types: extract.yml', () => {
  const of = (...categories: string[]) => conformanceCases('extract', ...categories)

  test('this file tests every category of cases in the file extract.yml', () => {
    const categories = new Set(conformanceCases('extract').map(({ category }) => category))
    assert.deepEqual(
      [...categories].sort(),
      [
        ...['cashtags', 'cashtags_with_indices', 'hashtags', 'hashtags_from_astral', 'hashtags_with_indices'],
        ...['mentions', 'mentions_or_lists_with_indices', 'mentions_with_indices', 'replies'],
        ...['tco_urls_with_params', 'urls', 'urls_with_directional_markers', 'urls_with_indices'],
      ].sort(),
    )
  })

  test('mentions', () => {
    each(of('mentions'), (text) => extractEntities(text).mentions.map(({ screenName }) => screenName))
    each(of('mentions_with_indices'), (text) =>
      withIndices(text, extractEntities(text).mentions, ({ screenName }) => ({ screen_name: screenName })),
    )
  })

  test('mentions and lists', () =>
    each(of('mentions_or_lists_with_indices'), (text) => {
      const { mentions, lists } = extractEntities(text)
      const both = [...mentions.map((mention) => ({ ...mention, slug: '' })), ...lists]
      return withIndices(text, both, ({ screenName, slug }) => ({
        screen_name: screenName,
        list_slug: slug === '' ? '' : `/${slug}`,
      }))
    }))

  test('replies: the text begins with a mention; spaces may precede the mention', () =>
    each(of('replies'), (text) => {
      const [first] = [...extractEntities(text).mentions]
      return first !== undefined && text.slice(0, first.start).trim() === '' ? first.screenName : null
    }))

  test('hashtags', () => {
    each(of('hashtags', 'hashtags_from_astral'), (text) =>
      extractEntities(text).hashtags.map(({ tag }) => tag),
    )
    each(of('hashtags_with_indices'), (text) =>
      withIndices(text, extractEntities(text).hashtags, ({ tag }) => ({ hashtag: tag })),
    )
  })

  test('cashtags', () => {
    each(of('cashtags'), (text) => extractEntities(text).cashtags.map(({ tag }) => tag))
    each(of('cashtags_with_indices'), (text) =>
      withIndices(text, extractEntities(text).cashtags, ({ tag }) => ({ cashtag: tag })),
    )
  })

  test('URLs', () => {
    each(of('urls', 'tco_urls_with_params'), (text) => extractEntities(text).urls.map(({ url }) => url))
    each(of('urls_with_indices', 'urls_with_directional_markers'), (text) =>
      withIndices(text, extractEntities(text).urls, ({ url }) => ({ url })),
    )
  })
})

test('spec/text.md#urls: tlds.yml: every top-level domain of 2020 makes a URL', () => {
  const urls = topLevelUrls()
  assert.ok(urls.length > 1500)
  for (const url of urls) {
    assert.deepEqual(
      extractEntities(url).urls.map((entity) => entity.url),
      [url],
    )
  }
})

describe('spec/text.md#weighted-length: validate.yml', () => {
  test('the limits are equal to the limits of configuration 3', () => {
    assert.equal(MAX_POST_WEIGHT, config.maxWeightedTweetLength)
    assert.equal(URL_WEIGHT, config.transformedURLLength)
    const edges = config.ranges.flatMap(({ start, end, weight }) => {
      assert.equal(weight, config.scale)
      return [start - 1, start, end, end + 1].filter((codePoint) => codePoint >= 0)
    })
    for (const codePoint of edges) {
      const isLight = config.ranges.some(({ start, end }) => start <= codePoint && codePoint <= end)
      const weight = isLight ? config.scale : config.defaultWeight
      assert.equal(weigh(String.fromCodePoint(codePoint)), weight / config.scale, codePoint.toString(16))
    }
  })

  test('weight and validity', () => {
    const whole = conformanceCases(
      'validate',
      'WeightedTweetsWithDiscountedEmojiCounterTest',
      'UnicodeDirectionalMarkerCounterTest',
    )
    // These are cases of configuration 2, which counts each part of an emoji. Cases with joined emoji are left out.
    const old = conformanceCases('validate', 'WeightedTweetsCounterTest').filter(
      ({ text }) => !/\u200D/.test(text),
    )
    assert.ok(whole.length === 12 && old.length > 5)
    for (const { description, text, expected } of [...whole, ...old]) {
      const { weightedLength, valid } = expected as { weightedLength: number; valid: boolean }
      assert.equal(weigh(text), weightedLength, description)
      assert.equal(refusalOf(text) === undefined, valid, description)
    }
  })

  test('valid hashtags, lists and user names are found at their full length', () => {
    each(
      conformanceCases('validate', 'hashtags'),
      (text) => extractEntities(text).hashtags[0]?.end === text.length,
    )
    each(conformanceCases('validate', 'lists'), (text) => extractEntities(text).lists[0]?.end === text.length)
    each(
      conformanceCases('validate', 'usernames'),
      (text) => extractEntities(text).mentions[0]?.end === text.length,
    )
  })
})
