/** Compares the entities of 1,343 recorded texts of the years 2006 to 2021 with the entities that Aviary finds. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type RecordedPost,
  type RecordedText,
  recordedPosts,
} from '../../test/support/files/text-fixtures.ts'
import { displayRange, type Hidden } from './display-range.ts'
import { type Entities, extractEntities } from './entities.ts'
import { escapeText, indexMap, type Span, spanIndices, unescapeText } from './index-units.ts'
import { displayUrl } from './links.ts'
import { normaliseText } from './normalise.ts'
import { compatText, remaining, repostText } from './truncate.ts'
import { refusalOf } from './weigh.ts'

/**
 * A name in a recorded text that no user had. The recorded entities do not contain this name, because they contain
 * only mentions of existing users.
 */
const OTHER_USER = 'JovannaAnderson'

/** A domain name without a scheme that was not a link in 2015. */
const NOT_LINKED = 'Adsnity.in'

/** Entities by the names of API v1.1, each as `name@start-end`. */
type RecordedEntities = Record<'hashtags' | 'symbols' | 'mentions' | 'urls', readonly string[]>

function marked(name: string, [start, end]: readonly [number, number]): string {
  return `${name.toLowerCase()}@${start}-${end}`
}

function ours(
  text: string,
  { urls, mentions, hashtags, cashtags }: Omit<Entities, 'lists'>,
): RecordedEntities {
  const map = indexMap(text, 'escaped')
  const list = <E extends Span>(entities: readonly E[], name: (entity: E) => string) =>
    entities.map((entity) => marked(name(entity), spanIndices(map, entity))).sort()
  return {
    hashtags: list(hashtags, ({ tag }) => tag),
    symbols: list(cashtags, ({ tag }) => tag),
    mentions: list(
      mentions.filter(({ screenName }) => screenName !== OTHER_USER),
      ({ screenName }) => screenName,
    ),
    urls: list(
      urls.filter(({ url }) => url !== NOT_LINKED),
      ({ url }) => url,
    ),
  }
}

function recorded({ entities }: RecordedText): RecordedEntities {
  const { hashtags = [], symbols = [], mentions = [], urls = [], media = [] } = entities
  const links = [...urls.map(([url, , , start, end]) => [url, start, end] as const), ...media]
  const list = (items: readonly (readonly [string, number, number])[]) =>
    // Several pictures of a post share one link.
    [...new Set(items.map(([name, start, end]) => marked(name, [start, end])))].sort()
  return { hashtags: list(hashtags), symbols: list(symbols), mentions: list(mentions), urls: list(links) }
}

const posts = recordedPosts()

/** True for a truncated repost; its entities are the entities of the original. */
function isCutRepost({ repost, text }: RecordedPost): boolean {
  return repost !== undefined && unescapeText(text) !== `RT @${repost.name}: ${unescapeText(repost.text)}`
}

const texts: readonly RecordedText[] = posts
  .filter((post) => !isCutRepost(post))
  .flatMap((post) => (post.whole === undefined ? [post] : [post, post.whole]))

describe('spec/posts.md#escaping: positions of entities are code points of the escaped text', () => {
  test('every recorded text is escaped', () => {
    for (const { text } of posts) assert.equal(escapeText(unescapeText(text)), text)
  })

  test('the entities equal the recorded entities', () => {
    for (const recordedText of texts) {
      const text = unescapeText(recordedText.text)
      assert.deepEqual(ours(text, extractEntities(text)), recorded(recordedText), text)
    }
  })

  test('the recording contains both exceptions', () => {
    const all = texts.map(({ text }) => extractEntities(unescapeText(text)))
    assert.ok(all.some(({ mentions }) => mentions.some(({ screenName }) => screenName === OTHER_USER)))
    assert.ok(all.some(({ urls }) => urls.some(({ url }) => url === NOT_LINKED)))
  })
})

test('spec/text.md#stored-links: `display_url` is equal to the recorded `display_url` of every URL', () => {
  let count = 0
  for (const { entities } of texts) {
    for (const [, address, shown] of entities.urls ?? []) {
      if (address === null || shown === null) continue
      // A picture of another post has its own short URL.
      if (shown.startsWith('pic.twitter.com/')) continue
      assert.equal(displayUrl(address), shown)
      count += 1
    }
  }
  assert.ok(count > 700, `${count}`)
})

describe('spec/posts.md#display-text-range: `display_text_range`', () => {
  /**
   * The parts that are hidden: the filled-in mentions of a reply, and the attached link. The text of quotes from 2019
   * on has no link to the quoted post.
   */
  function hiddenOf(post: RecordedPost, { entities }: RecordedText, text: string): Hidden {
    const [media] = entities.media ?? []
    const map = indexMap(text, 'escaped')
    const names = new Set((entities.mentions ?? []).map(([name]) => name.toLowerCase()))
    const ofMedia = media && { start: map.toOffset(media[1]), end: map.toOffset(media[2]) }
    const ofQuote = post.quote && post.year < 2019 ? extractEntities(text).urls.at(-1) : undefined
    const attached = post.repost === undefined ? (ofMedia ?? ofQuote) : undefined
    return {
      isFilledIn: ({ screenName }) => post.reply === true && names.has(screenName.toLowerCase()),
      ...(attached && { attached }),
    }
  }

  test('the range equals the recorded range', () => {
    let count = 0
    for (const post of posts) {
      for (const part of [post.truncated ? undefined : post, post.whole]) {
        if (part?.range === undefined) continue
        const text = unescapeText(part.text)
        const range = displayRange(text, extractEntities(text).mentions, hiddenOf(post, part, text))
        assert.deepEqual(spanIndices(indexMap(text, 'escaped'), range), part.range, text)
        count += 1
      }
    }
    assert.ok(count > 150, `${count}`)
  })
})

describe('spec/posts.md#compat-mode: a long post in compat mode', () => {
  const cut = posts.filter(({ truncated, whole }) => truncated && whole !== undefined)

  test('the text and the remaining entities equal the recorded values', () => {
    assert.ok(cut.length > 70, `${cut.length}`)
    for (const post of cut) {
      const whole = unescapeText(post.whole?.text ?? '')
      const entities = extractEntities(whole)
      const compat = compatText(whole, Object.values(entities).flat(), unescapeText(post.text).slice(-23))
      assert.equal(escapeText(compat?.text ?? ''), post.text)
      assert.ok(compat !== undefined)
      const { urls, mentions, hashtags, cashtags } = entities
      const left = {
        urls: [...remaining(urls, compat), { ...compat.link, url: compat.text.slice(compat.link.start) }],
        mentions: remaining(mentions, compat),
        hashtags: remaining(hashtags, compat),
        cashtags: remaining(cashtags, compat),
      }
      assert.deepEqual(ours(compat.text, left), recorded(post))
    }
  })

  test('texts that were not truncated fit into the limit', () => {
    for (const { text, truncated, range } of posts) {
      // A post with a range was recorded in extended mode, and this mode does not truncate.
      if (!truncated && range === undefined)
        assert.equal(compatText(unescapeText(text), [], ''), undefined, text)
    }
  })
})

describe('spec/posts.md#retweet: the text of a repost', () => {
  const all = posts.filter(({ repost }) => repost !== undefined && !repost.truncated)
  /**
   * Reposts from 2017 on. Earlier reposts keep a space before the ellipsis, and have shortened entities that later
   * reposts lack.
   */
  const reposts = all.filter(({ year }) => year >= 2017)

  test('the text equals the recorded text, and older reposts keep the white space before the ellipsis', () => {
    assert.ok(reposts.length > 40 && all.length > 300, `${reposts.length} of ${all.length}`)
    for (const { text, repost, year } of all) {
      // A repost keeps the former name of an author who changed the name later.
      const name = /^RT @(\w+): /.exec(text)?.[1] ?? ''
      const made = repostText(name, unescapeText(repost?.text ?? ''), Date.UTC(year, 5))
      assert.equal(escapeText(made.text), text)
    }
    assert.ok(all.some(({ text }) => text.endsWith(' …')) && all.some(({ text }) => text.endsWith(' ...')))
  })

  test('a repost has the remaining entities of its original and the mention of the original author', () => {
    for (const post of reposts.filter(isCutRepost)) {
      const name = /^RT @(\w+): /.exec(post.text)?.[1] ?? ''
      const original = unescapeText(post.repost?.text ?? '')
      const cut = repostText(name, original, Date.UTC(post.year, 5))
      const moved = <E extends Span>(entities: readonly E[]) =>
        remaining(
          entities.map((entity) => ({
            ...entity,
            start: entity.start + cut.prefix,
            end: entity.end + cut.prefix,
          })),
          cut,
        )
      const { urls, mentions, hashtags, cashtags } = extractEntities(original)
      const author = { screenName: name, start: 'RT '.length, end: cut.prefix - ': '.length }
      const left = {
        urls: moved(urls),
        mentions: [author, ...moved(mentions)],
        hashtags: moved(hashtags),
        cashtags: moved(cashtags),
      }
      assert.deepEqual(ours(cut.text, left), recorded(post), post.text)
    }
  })
})

describe('spec/text.md#weighted-length: texts that people posted', () => {
  const own = posts.filter(({ repost, truncated }) => repost === undefined && !truncated)

  test('are accepted', () => {
    for (const { text } of own) assert.equal(refusalOf(unescapeText(text)), undefined, text)
  })

  test('are in normal form, except three texts', () => {
    const others = own.filter(({ text }) => normaliseText(unescapeText(text)) !== unescapeText(text))
    assert.deepEqual(
      others.map(({ id, year }) => `${year} ${id}`),
      // The exceptions are a letter and its breve as two code points, a space at the end, and a carriage return.
      ['2015 592029873704665088', '2013 414071361066532864', '2017 932386365261733893'],
    )
  })
})
