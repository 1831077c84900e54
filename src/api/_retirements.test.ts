import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiClock, Lives, RETIREMENTS, type Retirement } from './_retirements.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

describe('spec/versioning.md#deprecation-periods: the table of retirements', () => {
  test('has days, a sunset that is not before the deprecation, and each path once', () => {
    for (const { deprecated, sunset, path } of RETIREMENTS) {
      assert.match(deprecated, DAY)
      assert.match(sunset, DAY)
      assert.ok(Date.parse(deprecated) <= Date.parse(sunset), path)
    }
    const keys = RETIREMENTS.map(({ method, path }) => `${method} ${path}`)
    assert.equal(new Set(keys).size, keys.length)
  })

  test('has the dates of the change history', () => {
    const sunsets = Object.fromEntries(RETIREMENTS.map(({ path, sunset }) => [path, sunset]))
    for (const [path, sunset] of [
      ['/1.1/direct_messages/new.json', '2018-09-17'],
      ['/labs/1/tweets', '2020-07-08'],
      ['/labs/1/users', '2020-07-08'],
      ['/labs/1/tweets/search', '2020-07-08'],
      ['/labs/1/tweets/:id/hidden', '2020-07-08'],
      ['/labs/1/tweets/stream/filter', '2020-10-12'],
      ['/labs/1/tweets/stream/sample', '2020-10-12'],
      ['/labs/1/tweets/metrics/private', '2020-10-12'],
      ['/labs/2/tweets/search', '2020-11-16'],
      ['/labs/2/tweets/:id/hidden', '2020-11-16'],
    ] as const) {
      assert.equal(sunsets[path], sunset, path)
    }
  })

  test('names no path of the contract as retired on the default day', () => {
    const lives = new Lives(RETIREMENTS, apiClock('2020-08-12', Number), new Set())
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
      assert.equal(lives.retired(method, path), undefined, path)
    }
  })
})

describe('the lives of paths', () => {
  const ROW: Retirement = {
    method: 'GET',
    path: '/old/:id/part.json',
    deprecated: '2020-01-01',
    sunset: '2020-02-01',
    successor: '/new/:id',
    reason: 'endpoint-retired',
  }
  const on = (day: string, served: readonly string[] = []) =>
    new Lives([ROW], apiClock(day, Number), new Set(served))

  test('an endpoint that the table has not has none', () => {
    assert.equal(on('2020-01-15').of('POST', ROW.path), undefined)
    assert.equal(on('2020-01-15').of('GET', '/other'), undefined)
  })

  test('the first day of each state counts', () => {
    const stateOn = (day: string) => {
      const version = on(day).of('GET', ROW.path)?.('/old/7/part.json')
      if (version?.gone !== undefined) return 'gone'
      return version?.signals.length === 0 ? 'current' : 'deprecated'
    }
    assert.equal(stateOn('2019-12-31'), 'current')
    assert.equal(stateOn('2020-01-01'), 'deprecated')
    assert.equal(stateOn('2020-01-31'), 'deprecated')
    assert.equal(stateOn('2020-02-01'), 'gone')
    assert.equal(stateOn('off'), 'current')
  })

  test('a successor is linked to where it is served, with the pieces of the path that was asked', () => {
    const linkOf = (asked: string, served: readonly string[]) =>
      on('2020-01-15', served).of('GET', ROW.path)?.(asked).signals.at(-1)
    assert.match(linkOf('/old/7/part.json', ['/new/:id']) ?? '', /<\/new\/7>; rel="successor-version"$/)
    assert.doesNotMatch(linkOf('/old/7/part.json', []) ?? '', /successor/)
    // Nothing that was sent gets into a header as it is.
    assert.match(linkOf('/old/%22%0d/part.json', ['/new/:id']) ?? '', /<\/new\/:id>/)
  })

  test('a served path that is gone names its successor with the pieces that were asked, never a placeholder', () => {
    const saidOf = (asked: string) => on('2020-02-01').of('GET', ROW.path)?.(asked).gone?.message
    assert.equal(saidOf('/old/7/part.json'), 'This endpoint was retired on 2020-02-01. Use /new/7.')
    assert.equal(saidOf('/old/%22x/part.json'), 'This endpoint was retired on 2020-02-01. Use /new/%22x.')
  })

  test('what nothing serves is retired from its sunset on, or always if it never was served', () => {
    assert.equal(on('2020-01-31').retired('GET', '/old/7/part.json'), undefined)
    assert.equal(
      on('2020-02-01').retired('GET', '/old/7/part.json')?.message,
      'This endpoint was retired on 2020-02-01. Use /new/7.',
    )
    assert.equal(on('2020-02-01').retired('GET', '/old/7/partXjson'), undefined)
    assert.equal(on('2020-02-01').retired('PUT', '/old/7/part.json'), undefined)
    assert.equal(on('off').retired('GET', '/old/7/part.json'), undefined)
    const never = new Lives([{ ...ROW, neverServed: true }], apiClock('off', Number), new Set())
    assert.notEqual(never.retired('GET', '/old/7/part.json'), undefined)
  })

  test('a beginning matches everything below it, and nothing beside it', () => {
    const lives = new Lives(
      [{ ...ROW, method: 'any', path: '/1/*' }],
      apiClock('2021-01-01', Number),
      new Set(),
    )
    for (const [path, isRetired] of [
      ['/1/', true],
      ['/1/a/b.json', true],
      ['/1', false],
      ['/1.1/a.json', false],
      ['/11/a', false],
    ] as const) {
      assert.equal(lives.retired('PATCH', path) !== undefined, isRetired, path)
    }
  })
})
