import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { storedEdges } from '../../../test/support/models/graph-model.ts'
import { edgesOf } from '../../../test/support/models/graph-tables.ts'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import type { Runtime } from '../../runtime.ts'
import { findUser, requireUser } from '../accounts/user.ts'
import { block } from './block.ts'
import { follow, unfollow } from './follow.ts'
import { type ImportedEdge, importFollows } from './import-follows.ts'
import { relationOf } from './relations.ts'

const noNote = async () => undefined

for (const engine of ENGINES) {
  test(`importing follows on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    const { context, store } = runtime
    await whatIsNew(t, runtime)
    await whatIsThere(t, runtime)
    await t.test(
      'no edge is imported between users with a block, and requests for imported edges are removed',
      async () => {
        const [a, b, c, d] = (await createUsers(context, 4)).map((user) => user.id)
        const closed = await createOneUser(context, { isProtected: true })
        assert.ok(a !== undefined && b !== undefined && c !== undefined && d !== undefined)
        await block(context, { userId: a, blockedId: b })
        for (const follower of [c, d]) await follow(context, { follower, followee: closed.id })
        const edges = [
          { follower: b, followee: a },
          { follower: a, followee: b },
          { follower: c, followee: closed.id },
          { follower: a, followee: c },
        ]
        assert.equal(await importFollows(context, edges, noNote), 2)
        assert.deepEqual(
          (await edgesOf(store, a)).map((edge) => edge.followee_id),
          [c],
        )
        assert.deepEqual(await edgesOf(store, b), [])
        const asked = await Promise.all([c, d].map((user) => relationOf(store, user, closed.id)))
        assert.deepEqual(
          asked.map(({ following, followingRequested }) => [following, followingRequested]),
          [
            [true, false],
            [false, true],
          ],
        )
      },
    )
    await t.test('counters are exact after any batches, with duplicates and concurrent commands', () =>
      fc.assert(
        fc.asyncProperty(fc.array(batch(), { minLength: 1, maxLength: 4 }), async (batches) => {
          const ids = (await createUsers(context, PEOPLE)).map((user) => user.id)
          const edges = batches.map((pairs) => pairs.map((pair) => edgeOf(ids, pair)))
          await Promise.all(
            edges.flatMap((part) => [
              importFollows(context, part, noNote),
              ...part.slice(0, 2).map((edge) => unfollow(context, edge)),
              ...part.slice(-1).map((edge) => follow(context, edge)),
            ]),
          )
          for (const id of ids) {
            const user = await requireUser(store, { id })
            const [followers, friends] = [
              await storedEdges(store, id, 'followers'),
              await storedEdges(store, id, 'friends'),
            ]
            assert.equal(user.followersCount, followers.length)
            assert.equal(user.friendsCount, friends.length)
          }
        }),
        { numRuns: 20 },
      ),
    )
  })
}

test('two processes import overlapping edges concurrently on postgres: each edge is stored once, and the counters are exact', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
  const ids = Array.from({ length: 40 }, (_, index) => BigInt(index + 1))
  const edges = ids.flatMap((follower) =>
    ids.flatMap((followee) => (follower === followee ? [] : [{ follower, followee }])),
  )
  const imported = await Promise.all([
    importFollows(one.context, edges, noNote),
    importFollows(other.context, edges.toReversed(), noNote),
  ])
  assert.equal(imported[0] + imported[1], edges.length)
  const counters = await one.store.rows(allCounters, {})
  assert.equal(counters.length, ids.length)
  for (const { followers_count, friends_count } of counters) {
    assert.deepEqual([followers_count, friends_count], [ids.length - 1, ids.length - 1])
  }
})

async function whatIsNew(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const nextId = idsFrom(2n ** 62n)
  await t.test('keeps the order of the batch: the last edge is the newest', async () => {
    const followee = nextId()
    const followers = Array.from({ length: 700 }, nextId)
    const imported = await importFollows(
      context,
      followers.map((follower) => ({ follower, followee })),
      noNote,
    )
    assert.equal(imported, followers.length)
    const edges = await storedEdges(store, followee, 'followers')
    assert.deepEqual(
      edges.map(({ member }) => member),
      followers.toReversed(),
    )
  })

  await t.test('creates missing users and does not change existing users', async () => {
    const known = await createOneUser(context, { name: 'Known', isProtected: true })
    const missing = nextId()
    await importFollows(context, [{ follower: missing, followee: known.id }], noNote)
    assert.deepEqual(await requireUser(store, { id: known.id }), { ...known, followersCount: 1 })
    const made = await requireUser(store, { id: missing })
    assert.equal(made.screenName, `user_${missing}`)
    assert.equal(made.friendsCount, 1)
  })

  await t.test('appends one event with the number of new edges, and no event without new edges', async () => {
    const edges = [
      { follower: nextId(), followee: nextId() },
      { follower: nextId(), followee: nextId() },
    ]
    await importFollows(context, edges.slice(0, 1), noNote)
    const events = await eventsOf(runtime, async () => {
      assert.equal(await importFollows(context, edges, noNote), 1)
      assert.equal(await importFollows(context, edges, noNote), 0)
    })
    assert.deepEqual(events.map(factsOf), [{ kind: 'import.applied', of: 'follows', lines: 2, imported: 1 }])
  })
}

async function whatIsThere(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const nextId = idsFrom(2n ** 61n)
  await t.test('an existing edge keeps its position', async () => {
    const [follower, early, late] = [nextId(), nextId(), nextId()]
    await importFollows(context, [{ follower, followee: early }], noNote)
    const [before] = await edgesOf(store, follower)
    await importFollows(
      context,
      [
        { follower, followee: late },
        { follower, followee: early },
      ],
      noNote,
    )
    const after = await edgesOf(store, follower)
    assert.deepEqual(
      after.map((edge) => edge.followee_id),
      [late, early],
    )
    assert.deepEqual(after.at(-1), before)
  })

  await t.test(
    'the caller’s step is in the transaction: if it fails, nothing of the batch is stored',
    async () => {
      const [follower, followee] = [nextId(), nextId()]
      const fault = new Error('the note cannot be written')
      const events = await eventsOf(runtime, () =>
        assert.rejects(
          importFollows(context, [{ follower, followee }], () => Promise.reject(fault)),
          fault,
        ),
      )
      assert.deepEqual(events, [])
      assert.equal(await findUser(store, { id: follower }), undefined)
      assert.deepEqual(await edgesOf(store, follower), [])
    },
  )
}

function idsFrom(first: bigint): () => bigint {
  let next = first
  return () => next++
}

const PEOPLE = 5

type Pair = readonly [number, number]

function batch(): fc.Arbitrary<Pair[]> {
  const one = fc.nat({ max: PEOPLE - 1 })
  return fc.array(
    fc.tuple(one, one).filter(([from, to]) => from !== to),
    { minLength: 1, maxLength: 30 },
  )
}

function edgeOf(ids: readonly bigint[], [from, to]: Pair): ImportedEdge {
  return { follower: ids[from] ?? 0n, followee: ids[to] ?? 0n }
}

const allCounters = query()((k) => k.selectFrom('user_counts').selectAll())
