import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import { NO_PROFILE } from '../domain/accounts/profile.ts'
import { APPEARANCE } from '../domain/accounts/profiles/schema.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { parseUser } from './user-object.ts'

const WHOLE = {
  id: 6253282,
  id_str: '6253282',
  name: 'Twitter API',
  screen_name: 'twitterapi',
  location: 'San Francisco, CA',
  description: 'News: https://s.example/a and https://s.example/b',
  url: 'https://s.example/c',
  entities: {
    url: { urls: [{ url: 'https://s.example/c', expanded_url: 'https://dev.example', indices: [0, 19] }] },
    description: {
      urls: [
        { url: 'https://s.example/a', expanded_url: 'https://a.example/' },
        { url: 'https://s.example/b', expanded_url: null },
      ],
    },
  },
  protected: true,
  followers_count: 6061477,
  friends_count: 12,
  listed_count: 12327,
  created_at: 'Wed May 23 06:01:13 +0000 2007',
  favourites_count: 30,
  verified: true,
  statuses_count: 3656,
  lang: null,
  profile_background_color: 'C0DEED',
  profile_background_tile: true,
  profile_image_url: 'http://img.example/a_normal.jpg',
  profile_image_url_https: 'https://img.example/a_normal.jpg',
  profile_banner_url: 'https://img.example/banner',
  profile_use_background_image: true,
  default_profile: false,
  default_profile_image: false,
  following: false,
  status: { id: 1, id_str: '1', created_at: 'nonsense' },
}

function read(fields: object): ImportedUser {
  const parsed = parseUser(JSON.stringify(fields))
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}

describe('spec/users.md#user-object: a v1.1 user object', () => {
  test('reads the profile of a user; of the counts in the object, it reads only the number of lists', () => {
    assert.deepEqual(read(WHOLE), {
      id: 6253282n,
      screenName: 'twitterapi',
      name: 'Twitter API',
      createdAt: Date.UTC(2007, 4, 23, 6, 1, 13),
      isProtected: true,
      isSuspended: false,
      profile: {
        location: 'San Francisco, CA',
        description: WHOLE.description,
        descriptionLinks: [
          { url: 'https://s.example/a', expanded_url: 'https://a.example/' },
          { url: 'https://s.example/b', expanded_url: 'https://s.example/b' },
        ],
        link: { url: 'https://s.example/c', expanded_url: 'https://dev.example' },
        imageUrl: 'https://img.example/a_normal.jpg',
        bannerUrl: 'https://img.example/banner',
        isVerified: true,
        verifiedType: undefined,
        listedCount: 12327,
        appearance: {
          profile_background_color: 'C0DEED',
          profile_background_tile: true,
          default_profile: false,
        },
      },
    })
  })

  test('keeps the appearance of the profile unchanged, with any values', () => {
    const flag = fc.boolean()
    const colour = fc.stringMatching(/^[0-9A-Fa-f]{6}$/)
    const text = fc.option(fc.stringMatching(/^[\w:/.#-]{1,30}$/))
    const names = Object.keys(APPEARANCE)
    const kindOf = (name: string) =>
      /_color$/.test(name) ? colour : /_url(?:_https)?$/.test(name) ? text : flag
    const appearance = fc.record(Object.fromEntries(names.map((name) => [name, kindOf(name)])))
    fc.assert(
      fc.property(appearance, (shown) => {
        const { profile = NO_PROFILE, ...user } = read({ ...WHOLE, ...shown })
        const full = {
          ...{ ...user, name: '', createdAt: 0, isProtected: false, suspendedAt: null },
          ...{
            deactivatedAt: null,
            withheldInCountries: [],
            followersCount: 0,
            friendsCount: 0,
            statusesCount: 0,
            favouritesCount: 0,
            membershipsCount: 0,
            profile,
          },
        }
        // From the next day on, responses show the background picture of the theme.
        const object = userObject(full, { relation: null, includeEntities: false, day: '2018-05-13' })
        assert.deepEqual(Object.fromEntries(names.map((name) => [name, object[name]])), { ...shown })
      }),
    )
  })

  test('reads older objects, which lack some fields', () => {
    assert.deepEqual(read({ id: 5, screen_name: 'a', description: null }), {
      id: 5n,
      screenName: 'a',
      isSuspended: false,
      profile: NO_PROFILE,
    })
    assert.deepEqual(
      read({ id: 5, screen_name: 'a', name: '' }),
      { id: 5n, screenName: 'a', isSuspended: false },
      'a mention has no profile',
    )
    const old = read({ ...WHOLE, entities: undefined, expanded_url: 'http://old.example' })
    assert.deepEqual(old.profile?.link, { url: WHOLE.url, expanded_url: 'http://old.example' })
    const oldest = read({ ...WHOLE, entities: undefined, profile_image_url_https: undefined })
    assert.deepEqual(oldest.profile?.link, { url: WHOLE.url, expanded_url: WHOLE.url })
    assert.equal(oldest.profile?.imageUrl, WHOLE.profile_image_url)
  })

  test('reads suspension and withholding', () => {
    assert.equal(read({ ...WHOLE, suspended: true }).isSuspended, true)
    assert.deepEqual(read({ ...WHOLE, withheld_in_countries: ['FR', 'DE', 'FR'] }).withheldInCountries, [
      'DE',
      'FR',
    ])
  })

  test('reads the time from the snowflake id if a user has no date', () => {
    assert.equal(read({ id_str: '1105658784756682752', screen_name: 'a' }).createdAt, 1552444571089)
    assert.equal(read({ id: 6253282, screen_name: 'a' }).createdAt, undefined)
  })
})

describe('the id of a user object', () => {
  test('keeps all digits of 64 bits, even without id_str', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 63n - 1n), fc.bigInt(1n, 2n ** 63n - 1n), (id, other) => {
        const rest = `"screen_name":"a","status":{"id":${other},"user":{"id":${other}}}`
        for (const json of [
          `{"id":${id},"id_str":"${id}",${rest}}`,
          `{"id_str":"${id}",${rest}}`,
          `{"id":${id},${rest}}`,
          `{${rest},"id":${id}}`,
          `{"id":"${id}",${rest}}`,
        ]) {
          const parsed = parseUser(json)
          assert.equal(typeof parsed === 'string' ? parsed : parsed.id, id, json)
        }
      }),
    )
  })
})

describe('other objects are refused, with a reason', () => {
  for (const [text, reason] of [
    ['', /^not JSON$/],
    ['{', /^not JSON$/],
    ['jack', /^not JSON$/],
    ['7', /^no JSON object$/],
    ['null', /^no JSON object$/],
    ['[{}]', /^no JSON object$/],
    ['{}', /^there is no id$/],
    ['{"id":null,"screen_name":"a"}', /^there is no id$/],
    ['{"id":1}', /^there is no screen_name/],
    ['{"id":"1","username":"a"}', /^there is no screen_name/],
    ['{"id":0,"screen_name":"a"}', /^the id is 0 or beyond 64 bits$/],
    ['{"id":-3,"screen_name":"a"}', /^the id -3 is no whole number$/],
    ['{"id":1.5,"screen_name":"a"}', /^the id 1.5 is no whole number$/],
    ['{"id":1e30,"screen_name":"a"}', /^the id 1e30 is no whole number$/],
    ['{"id":9223372036854775808,"screen_name":"a"}', /^the id is 0 or beyond 64 bits$/],
    ['{"id_str":"99999999999999999999","screen_name":"a"}', /^the id is 0 or beyond 64 bits$/],
    ['{"id":12,"id_str":"13","screen_name":"a"}', /^id \(12\) and id_str \(13\) differ$/],
    ['{"id":1,"screen_name":""}', /^screen_name "" is invalid/],
    ['{"id":1,"screen_name":"a b"}', /^screen_name "a b" is invalid/],
    ['{"id":1,"screen_name":"jörg"}', /^screen_name "jörg" is invalid/],
    [`{"id":1,"screen_name":"${'a'.repeat(26)}"}`, /^screen_name "a+" is invalid/],
  ] as const) {
    test(text.slice(0, 70), () => assert.match(String(parseUser(text)), reason))
  }

  test('spec/odd-values.md#odd-values: invalid parts are dropped and reported, and the user is imported', () => {
    const whole = { id: 1, screen_name: 'a', description: 'd' }
    for (const [part, note] of [
      [{ screen_name: 7 }, 'screen_name: another type'],
      [{ name: 'x\0' }, 'name: NUL or half a character'],
      [{ description: '\ud83d' }, 'description: NUL or half a character'],
      [{ created_at: 'yesterday' }, 'created_at: no date'],
      [{ protected: 'yes' }, 'protected: another type'],
      [{ withheld_in_countries: 'DE' }, 'withheld_in_countries: another type'],
      [{ withheld_in_countries: ['Germany'] }, 'withheld_in_countries: out of range'],
      [{ listed_count: -1 }, 'listed_count: out of range'],
      [{ entities: [] }, 'entities: another type'],
      [{ entities: { url: { urls: {} } }, url: 'u' }, 'entities.url.urls: another type'],
      [{ entities: { description: { urls: [{}] } } }, 'entities.description.urls: incomplete'],
      [{ profile_text_color: 7 }, 'profile_text_color: another type'],
      [{ description: {} }, 'description: another type'],
    ] as const) {
      const notes = new Set<string>()
      const parsed = parseUser(JSON.stringify({ ...whole, ...part }), (path, fault) => {
        notes.add(`${path}: ${fault}`)
      })
      assert.ok(typeof parsed !== 'string' && parsed.profile !== undefined, note)
      assert.ok(notes.has(note), `${note}, not ${[...notes]}`)
    }
  })

  test('case 24: a NUL is removed, and the rest of the profile stays', () => {
    const parsed = read({ ...WHOLE, description: 'abc\0def', name: 'A\ud83d' })
    assert.deepEqual(
      [parsed.screenName, parsed.profile?.description, parsed.name],
      ['twitterapi', 'abcdef', 'A\ufffd'],
    )
  })

  test('any JSON is read as a user or refused with a reason, and no other error is thrown', () => {
    const field = fc.constantFrom(...Object.keys(WHOLE), 'suspended', 'withheld_in_countries')
    const object = fc.dictionary(field, fc.jsonValue())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          object,
          object.map((some) => ({ ...WHOLE, ...some })),
        ),
        (value) => {
          const parsed = parseUser(JSON.stringify(value))
          assert.ok(typeof parsed === 'string' ? parsed.length > 3 : parsed.id > 0n)
        },
      ),
      { numRuns: 500 },
    )
  })
})
