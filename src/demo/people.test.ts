import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { snowflakeTime } from '../lib/ids/snowflake.ts'
import { followerCounts } from './graph.ts'
import { people, TOP } from './people.ts'
import { uniformOf } from './random.ts'

const USERS = 3_000

function peopleOf(seed: number, users = USERS) {
  return [...people(uniformOf(seed), users)]
}

/** Share of the users for whom a condition holds. */
function share<T>(users: readonly T[], holds: (user: T) => boolean): number {
  return users.filter(holds).length / users.length
}

describe('the people of the demo network', () => {
  test('depend only on their seed, and the first user does not depend on the number of users', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        assert.deepEqual(peopleOf(seed, 120), peopleOf(seed, 120))
        assert.notDeepEqual(peopleOf(seed, 120), peopleOf(seed + 1, 120))
        assert.equal(people(uniformOf(seed), 100).next().value?.id, peopleOf(seed, 120)[0]?.id)
      }),
      { numRuns: 15 },
    )
  })

  test('have unique ids and screen names, in the format of Aviary', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const users = peopleOf(seed, 800)
        assert.equal(new Set(users.map(({ id }) => id)).size, 800)
        assert.equal(new Set(users.map(({ screenName }) => screenName.toLowerCase())).size, 800)
        for (const { id, screenName, name = '' } of users) {
          assert.ok(id > 0n && id < 2n ** 63n)
          assert.match(screenName, /^[A-Za-z0-9_]{1,15}$/)
          assert.doesNotMatch(screenName, /^user_\d+$/i)
          assert.ok([...name].length > 0 && [...name].length <= 50, name)
        }
        assert.equal(users[0]?.screenName, TOP.screenName)
      }),
      { numRuns: 10 },
    )
  })

  test('joined between 2006 and 2020, and most have snowflake ids beyond 2^53 with that time', () => {
    const users = peopleOf(1)
    const isLate = (id: bigint) => id > 2n ** 53n
    assert.ok(share(users, ({ id }) => isLate(id)) > 0.75)
    for (const { id, createdAt = 0 } of users) {
      assert.ok(createdAt >= Date.UTC(2006, 2) && createdAt < Date.UTC(2020, 7, 12))
      assert.equal(createdAt % 1_000, 0)
      if (isLate(id)) assert.equal(Math.floor(snowflakeTime(id) / 1_000), createdAt / 1_000)
    }
    const early = users.filter(({ id }) => !isLate(id)).sort((a, b) => Number(a.id - b.id))
    const dates = early.map(({ createdAt = 0 }) => createdAt)
    assert.deepEqual(dates, dates.toSorted(), 'ids in sequence grow with time')
  })

  test('are sometimes protected, suspended or withheld, but the most popular users are not', () => {
    const users = peopleOf(1, byPart(10_000, 20_000))
    const shares = {
      protected: share(users, ({ isProtected }) => isProtected === true),
      suspended: share(users, ({ isSuspended }) => isSuspended === true),
      withheld: share(users, ({ withheldInCountries }) => withheldInCountries?.length !== 0),
      verified: share(users, ({ profile }) => profile?.isVerified === true),
    }
    assert.ok(Math.abs(shares.protected - 0.03) < 0.006, `${shares.protected}`)
    assert.ok(Math.abs(shares.suspended - 0.01) < 0.004, `${shares.suspended}`)
    assert.ok(shares.withheld > 0.0005 && shares.withheld < 0.005, `${shares.withheld}`)
    assert.ok(shares.verified > 0.002 && shares.verified < 0.02, `${shares.verified}`)
    for (const user of users.slice(0, 50)) {
      assert.deepEqual([user.isProtected, user.isSuspended, user.withheldInCountries], [false, false, []])
    }
  })

  test('have varied profile texts within the length limits, and some are empty', () => {
    const users = peopleOf(1)
    const descriptions = users.map(({ profile }) => profile?.description ?? '')
    assert.ok(descriptions.every((text) => [...text].length <= 160))
    assert.ok(share(descriptions, (text) => text === '') > 0.05)
    assert.ok(new Set(descriptions).size > 1_000)
    assert.ok(share(users, ({ profile }) => profile?.location === '') > 0.2)
    const counts = followerCounts(USERS)
    for (const [rank, { profile }] of users.entries()) {
      assert.ok((profile?.listedCount ?? 0) <= (counts[rank] ?? 0))
      const { link } = profile ?? {}
      if (link === undefined) continue
      assert.match(new URL(link.expanded_url).hostname, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?\.example$/)
      assert.match(link.url, /^https:\/\/t\.co\/\w{10}$/)
    }
  })
})
