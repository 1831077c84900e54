import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { makeNetwork, networkSize, topUserId } from './network.ts'

const VISITOR = 7_000_000_000_000_000_000n

describe('the demo network', () => {
  test('depends only on its seed, and has the predicted size and first user', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 100, max: 500 }), (seed, users) => {
        const network = makeNetwork(seed, VISITOR, users)
        assert.deepEqual(makeNetwork(seed, VISITOR, users), network)
        assert.equal(network.users.length + network.edges.length, networkSize(users))
        assert.equal(network.users[0]?.id, topUserId(seed, users))
        assert.notEqual(topUserId(seed + 1, users), topUserId(seed, users))
      }),
      { numRuns: 15 },
    )
  })

  test('has each edge once, and edges only between its users and the visitor', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 100, max: 500 }), (seed, users) => {
        const network = makeNetwork(seed, VISITOR, users)
        const people = new Set([VISITOR, ...network.users.map(({ id }) => id)])
        const pairs = new Set(network.edges.map(({ follower, followee }) => `${follower} ${followee}`))
        assert.equal(pairs.size, network.edges.length)
        for (const { follower, followee } of network.edges) {
          assert.ok(follower !== followee && people.has(follower) && people.has(followee))
        }
      }),
      { numRuns: 15 },
    )
  })

  test('has follows of the visitor, with the most popular users as the newest, and followers of the visitor', () => {
    const { users, edges } = makeNetwork(1, VISITOR, 1_000)
    const followed = edges.filter(({ follower }) => follower === VISITOR).map(({ followee }) => followee)
    assert.deepEqual(
      followed.toReversed(),
      users.slice(0, 30).map(({ id }) => id),
    )
    assert.equal(edges.filter(({ followee }) => followee === VISITOR).length, 10)
  })
})
