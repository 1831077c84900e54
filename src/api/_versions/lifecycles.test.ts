import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { LATEST_DAY } from '../../formats/fields/day.ts'
import { calendarOf } from './calendar.ts'
import { Lifecycles } from './lifecycles.ts'
import { findLifetime, type Lifetime, lifetimeRows } from './lifetime.ts'
import { ENDING_LIFETIMES, LIFETIME_ROWS, LIFETIMES } from './lifetimes.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

describe('spec/versioning.md#deprecation-periods: the table of lifetimes', () => {
  test('has the days of each path in the right order, and has each path once', () => {
    for (const { since = '', until = '', retirement, paths } of ENDING_LIFETIMES) {
      const { deprecated, sunset } = retirement
      assert.match(deprecated, DAY)
      assert.match(sunset, DAY)
      assert.equal(until, sunset, String(paths))
      assert.ok(since < sunset && deprecated <= sunset, String(paths))
    }
    const keys = LIFETIMES.flatMap(({ methods = ['any'], paths }) =>
      methods.flatMap((method) => paths.map((path) => `${method} ${path}`)),
    )
    assert.deepEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      [],
    )
  })

  test('has the end dates of the change history', () => {
    const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set())
    for (const [method, path, sunset] of [
      ['POST', '/1.1/direct_messages/new.json', '2018-09-17'],
      ['GET', '/1.1/direct_messages/show/7.json', '2018-09-17'],
      ['GET', '/labs/1/tweets', '2020-07-08'],
      ['GET', '/labs/1/users', '2020-07-08'],
      ['GET', '/labs/1/tweets/search', '2020-07-08'],
      ['PUT', '/labs/1/tweets/7/hidden', '2020-07-08'],
      ['GET', '/labs/1/tweets/stream/filter', '2020-10-12'],
      ['GET', '/labs/1/tweets/stream/sample', '2020-10-12'],
      ['GET', '/labs/1/tweets/metrics/private', '2020-10-12'],
      ['GET', '/labs/2/tweets/search', '2020-11-16'],
      ['PUT', '/labs/2/tweets/7/hidden', '2020-11-16'],
      ['GET', '/1.1/statuses/sample.json', '2022-10-29'],
      ['POST', '/1.1/statuses/filter.json', '2023-03-14'],
    ] as const) {
      const eve = new Date(Date.parse(sunset) - 1).toISOString().slice(0, 10)
      assert.equal(lifecycles.retired(method, path, eve), undefined, path)
      assert.match(lifecycles.retired(method, path, sunset)?.message ?? '', new RegExp(sunset), path)
    }
  })

  test('has the first days of the change history', () => {
    const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set())
    for (const [method, path, first] of [
      ['GET', '/labs/1/tweets', '2019-06-11'],
      ['GET', '/labs/1/tweets/metrics/private', '2019-08-27'],
      ['POST', '/labs/1/tweets/stream/filter/rules', '2019-09-18'],
      ['GET', '/labs/1/tweets/stream/sample', '2019-10-22'],
      ['GET', '/labs/1/tweets/search', '2020-01-06'],
      ['GET', '/labs/2/tweets/:id', '2020-02-25'],
      ['GET', '/labs/2/users/by/username/:username', '2020-02-25'],
      ['GET', '/2/tweets/search/recent', '2020-08-12'],
      ['PUT', '/2/tweets/:id/hidden', '2020-08-19'],
      ['GET', '/2/users/:id/mentions', '2020-12-17'],
      // spec/v2.md#clock
      ['GET', '/2/users/:id/tweets', '2020-12-17'],
      ['GET', '/2/users/:id/followers', '2020-12-17'],
      ['GET', '/2/users/:id/following', '2020-12-17'],
      ['GET', '/2/tweets/search/all', '2021-01-26'],
      ['POST', '/2/users/:id/following', '2021-02-10'],
      ['DELETE', '/2/users/:id/following/:target', '2021-02-10'],
      ['POST', '/2/users/:id/likes', '2021-04-22'],
      ['GET', '/2/users/:id/blocking', '2021-05-20'],
      ['GET', '/2/users/:id/liked_tweets', '2021-05-20'],
      ['GET', '/2/tweets/:id/liking_users', '2021-05-20'],
      ['GET', '/2/tweets/counts/recent', '2021-06-24'],
      ['POST', '/2/users/:id/muting', '2021-06-30'],
      ['GET', '/2/users/:id/muting', '2021-09-22'],
      ['POST', '/2/users/:id/retweets', '2021-07-14'],
      ['GET', '/2/tweets/:id/retweeted_by', '2021-07-14'],
      ['GET', '/2/spaces/:id', '2021-08-18'],
      ['POST', '/2/compliance/jobs', '2021-08-25'],
      ['POST', '/2/lists/:id/members', '2021-09-29'],
      ['POST', '/2/users/:id/pinned_lists', '2021-09-29'],
      ['POST', '/2/tweets', '2021-11-03'],
      ['DELETE', '/2/tweets/:id', '2021-11-03'],
      ['GET', '/2/lists/:id', '2021-11-15'],
      ['GET', '/2/users/:id/pinned_lists', '2021-11-15'],
      ['GET', '/2/users/me', '2021-12-14'],
      ['POST', '/2/oauth2/token', '2021-12-14'],
      ['GET', '/2/tweets/:id/quote_tweets', '2022-03-17'],
      ['GET', '/2/users/:id/bookmarks', '2022-03-24'],
      ['GET', '/2/users/:id/timelines/reverse_chronological', '2022-05-19'],
      ['GET', '/2/dm_events', '2022-10-27'],
      ['POST', '/2/dm_conversations/:id/messages', '2022-10-27'],
      ['GET', '/2/tweets/:id/retweets', '2023-09-28'],
      ['GET', '/2/usage/tweets', '2023-11-02'],
      ['GET', '/2/users/search', '2023-12-08'],
      ['GET', '/2/trends/by/woeid/:woeid', '2023-12-12'],
      ['POST', '/2/media/upload', '2025-01-16'],
      ['POST', '/2/media/upload/initialize', '2025-04-30'],
    ] as const) {
      const eve = new Date(Date.parse(first) - 1).toISOString().slice(0, 10)
      const life = lifecycles.of(method, path)
      assert.match(life?.(path, eve).gone?.message ?? '', /has no such endpoint/, path)
      assert.equal(life?.(path, first).gone, undefined, path)
      assert.equal(life?.(path, LATEST_DAY).gone, undefined, path)
    }
  })

  test('retires none of these paths of v1.1 and Labs on 2020-08-12', () => {
    const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set())
    for (const [method, path] of [
      ['GET', '/1.1/followers/ids.json'],
      ['GET', '/labs/2/tweets'],
      ['GET', '/labs/2/tweets/1'],
      ['GET', '/labs/2/users/by/username/x'],
      ['GET', '/labs/1/tweets/stream/filter'],
      ['POST', '/labs/1/tweets/stream/filter/rules'],
      ['GET', '/1.1/direct_messages/events/show.json'],
      ['DELETE', '/1.1/direct_messages/events/destroy.json'],
    ] as const) {
      assert.equal(lifecycles.retired(method, path, '2020-08-12'), undefined, path)
      assert.equal(lifecycles.of(method, path)?.(path, '2020-08-12').gone, undefined, path)
    }
  })
})

/** The rows of the table in the specification, with one row for each path. */
function documentedPeriods() {
  const text = readFileSync(new URL('../../../docs/spec/versioning.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('## Deprecation periods')
  const rows = section
    .split('\n')
    .filter((line) => /^\| (GET|PUT)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.replaceAll('*', '').trim()))
  return rows.flatMap(([, methods = '', paths = '', announced = '', , sunset = '', successor = '']) => {
    const own = PATHS_OF[paths] ?? paths.split(', ')
    return own.flatMap((path) =>
      methods.split(', ').map((method) => ({ method, path, announced, sunset, successor })),
    )
  })
}

const LEGACY_READS = ['', '/sent', '/show'].map((rest) => `GET /1.1/direct_messages${rest}.json`)
const LEGACY_WRITES = ['/new', '/destroy'].map((rest) => `POST /1.1/direct_messages${rest}.json`)

/**
 * Paths of the rows that describe their paths in words. In a row with two methods, each path has its own method.
 */
const PATHS_OF: Readonly<Record<string, readonly string[]>> = {
  'the six Labs v2 lookups': [
    ...['/labs/2/tweets', '/labs/2/tweets/:id', '/labs/2/users', '/labs/2/users/:id'],
    ...['/labs/2/users/by', '/labs/2/users/by/username/:username'],
  ],
  'legacy messages': [...LEGACY_READS, ...LEGACY_WRITES],
  'user.json, site.json': ['/1.1/user.json', '/1.1/site.json'],
  'statuses/sample': ['/1.1/statuses/sample.json'],
  'statuses/filter': ['/1.1/statuses/filter.json'],
}

test('spec/versioning.md#deprecation-periods: for every row of the document, the path has the deprecation headers and the end', () => {
  const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set())
  const eve = (day: string) => new Date(Date.parse(day) - 1).toISOString().slice(0, 10)
  const checked = new Set<string>()
  for (const { method, path: named, announced, sunset, successor } of documentedPeriods()) {
    const [path = '', only = method] = named.split(' ').toReversed()
    if (only !== method) continue
    const life = lifecycles.of(method, path)
    const requested = path.replace(/:\w+/, '7')
    assert.ok(life !== undefined, `${method} ${path}`)
    if (!/^\d{4}/.test(sunset)) {
      assert.deepEqual(life(requested, '2024-01-01'), { signals: [], gone: undefined }, path)
      continue
    }
    checked.add(path)
    assert.deepEqual(life(requested, eve(announced)).signals, [], `${path} before its announcement`)
    // A path may start to exist after its end was announced.
    const { since = '' } = findLifetime(LIFETIME_ROWS, method, path)?.lifetime ?? {}
    const signals = life(requested, since > announced ? since : announced).signals.join(' ')
    assert.ok(signals.includes(`deprecation @${Date.parse(announced) / 1000}`), path)
    assert.ok(signals.includes(`sunset ${new Date(sunset).toUTCString()}`), path)
    assert.equal(life(requested, eve(sunset)).gone, undefined, path)
    const message = life(requested, sunset).gone?.message ?? ''
    assert.ok(message.startsWith(`This endpoint was retired on ${sunset}. Use /`), path)
    const [next = ''] = successor.replace('the same under', `${path.replace('/1/', '/2/')} under`).split(' ')
    const shown = next === 'webhooks' ? 'account_activity' : next.replace('*', '').replace(/:\w+/, '7')
    assert.ok(message.includes(shown), `${message} ${shown}`)
  }
  assert.deepEqual(
    [...checked].sort(),
    ENDING_LIFETIMES.flatMap(({ paths }) => paths)
      .filter((path) => path !== '/1/*' && path !== '/1.1/direct_messages/show/:id.json')
      .sort(),
  )
})

describe('the lifecycle of a path', () => {
  const PATH = '/old/:id/part.json'
  const ROW: Lifetime = {
    methods: ['GET'],
    paths: [PATH],
    since: '2019-06-01',
    until: '2020-02-01',
    retirement: {
      deprecated: '2020-01-01',
      sunset: '2020-02-01',
      successor: '/new/:id',
      reason: 'endpoint-retired',
    },
  }
  const lifecycles = (served: readonly string[] = [], row = ROW) =>
    new Lifecycles(lifetimeRows([row]), new Set(served))

  test('an endpoint that is not in the table has no lifecycle', () => {
    assert.equal(lifecycles().of('POST', PATH), undefined)
    assert.equal(lifecycles().of('GET', '/other'), undefined)
  })

  test('each state begins on its first day', () => {
    const stateOn = (day: string) => {
      const version = lifecycles().of('GET', PATH)?.('/old/7/part.json', day)
      if (version?.gone !== undefined) return version.gone.message.includes('retired') ? 'gone' : 'unknown'
      return version?.signals.length === 0 ? 'current' : 'deprecated'
    }
    assert.equal(stateOn('2019-05-31'), 'unknown')
    assert.equal(stateOn('2019-06-01'), 'current')
    assert.equal(stateOn('2019-12-31'), 'current')
    assert.equal(stateOn('2020-01-01'), 'deprecated')
    assert.equal(stateOn('2020-01-31'), 'deprecated')
    assert.equal(stateOn('2020-02-01'), 'gone')
    assert.equal(stateOn(LATEST_DAY), 'current')
  })

  test('a successor that is served is linked, with the values of the requested path', () => {
    const linkOf = (path: string, served: readonly string[]) =>
      lifecycles(served).of('GET', PATH)?.(path, '2020-01-15').signals.at(-1)
    assert.match(linkOf('/old/7/part.json', ['/new/:id']) ?? '', /<\/new\/7>; rel="successor-version"$/)
    assert.doesNotMatch(linkOf('/old/7/part.json', []) ?? '', /successor/)
    // Unsafe text of the requested path is not repeated in the header.
    assert.match(linkOf('/old/%22%0d/part.json', ['/new/:id']) ?? '', /<\/new\/:id>/)
  })

  test('a retired endpoint names its successor with the values of the requested path and not with parameter names', () => {
    const messageOf = (path: string) => lifecycles().of('GET', PATH)?.(path, '2020-02-01').gone?.message
    assert.equal(messageOf('/old/7/part.json'), 'This endpoint was retired on 2020-02-01. Use /new/7.')
    assert.equal(messageOf('/old/%22x/part.json'), 'This endpoint was retired on 2020-02-01. Use /new/%22x.')
  })

  test('a path without an endpoint is retired from its sunset on, and also on the latest day', () => {
    const path = '/old/7/part.json'
    assert.equal(lifecycles().retired('GET', path, '2020-01-31'), undefined)
    for (const day of ['2020-02-01', LATEST_DAY]) {
      const message = lifecycles().retired('GET', path, day)?.message
      assert.equal(message, 'This endpoint was retired on 2020-02-01. Use /new/7.')
    }
    assert.equal(lifecycles().retired('GET', '/old/7/partXjson', '2020-02-01'), undefined)
    assert.equal(lifecycles().retired('PUT', path, '2020-02-01'), undefined)
    // The path is served, but not with this method.
    assert.equal(lifecycles([PATH]).retired('GET', path, LATEST_DAY), undefined)
  })

  test('a path whose end was not announced is unknown after its end', () => {
    const row: Lifetime = { paths: [PATH], until: '2020-02-01' }
    const life = lifecycles([], row).of('GET', PATH)
    assert.match(life?.('/old/7/part.json', '2020-02-01').gone?.message ?? '', /has no such endpoint/)
    assert.equal(lifecycles([], row).retired('GET', '/old/7/part.json', '2020-02-01'), undefined)
  })

  test('a prefix matches all paths that begin with it, and no other paths', () => {
    const below = lifecycles([], { ...ROW, methods: ['GET', 'PUT'], paths: ['/1/*'] })
    for (const [path, isRetired] of [
      ['/1/', true],
      ['/1/a/b.json', true],
      ['/1', false],
      ['/1.1/a.json', false],
      ['/11/a', false],
    ] as const) {
      assert.equal(below.retired('PUT', path, '2021-01-01') !== undefined, isRetired, path)
    }
  })
})

describe('spec/versioning.md#clock: the day of a server', () => {
  const now = Date.UTC(2021, 4, 6, 23, 59)

  test('the day can be a fixed day, today, or the latest day', () => {
    const daysOf = (apiDate: string, v2: 'open' | 'dated' = 'dated') => {
      const calendar = calendarOf(apiDate, v2, () => now)
      return [calendar.paths(), calendar.objects(), calendar.v2()]
    }
    assert.deepEqual(daysOf('2018-09-01'), ['2018-09-01', '2018-09-01', '2018-09-01'])
    assert.deepEqual(daysOf('live'), ['2021-05-06', '2021-05-06', '2021-05-06'])
    assert.deepEqual(daysOf('latest'), [LATEST_DAY, '2022-12-19', LATEST_DAY])
    assert.deepEqual(daysOf('2018-09-01', 'open'), ['2018-09-01', '2018-09-01', LATEST_DAY])
  })
})
