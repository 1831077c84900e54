import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Engine } from '../../db/query.ts'
import { query } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import type { Context } from '../context.ts'
import { importFollows } from '../graph/import-follows.ts'
import { changeUserState } from './change-user-state.ts'
import { createUser } from './create-user.ts'
import { type FullUser, findFullUsers } from './find-users.ts'
import { importUsers } from './import-users.ts'
import type { ImportedUser } from './imported-user.ts'
import { NO_PROFILE } from './profile.ts'
import { findUser } from './user.ts'

const noNote = async () => undefined

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const clock = new TestClock()
  const runtime = await testRuntime(t, config, clock)
  const { context, store } = runtime
  const read = async (id: bigint) => (await findFullUsers(store, [id])).get(id)
  const requireIntact = async () => {
    assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
  }
  return { config, clock, runtime, context, store, read, requireIntact }
}

const wordsOfUser = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('user_words').select('word').where('user_id', '=', p('user')).orderBy('word'),
)

async function wordsOf(store: Store, user: bigint): Promise<string[]> {
  return (await store.rows(wordsOfUser, { user })).map(({ word }) => word).sort()
}

const PROFILE = {
  ...NO_PROFILE,
  location: 'Wien',
  description: 'hä? 🐦',
  descriptionLinks: [{ url: 'u', expanded_url: 'e' }],
  link: { url: 'https://s.example/a', expanded_url: 'https://a.example/' },
  imageUrl: 'https://i.example/a_normal.png',
  isVerified: true,
  listedCount: 7,
  appearance: { profile_link_color: '000000' },
}

const ADA: ImportedUser = {
  id: 2n ** 62n,
  screenName: 'Ada',
  name: 'Ada Lovelace',
  createdAt: Date.UTC(2009, 1, 3),
  isProtected: true,
  isSuspended: false,
  withheldInCountries: ['DE'],
  profile: PROFILE,
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`importing users on ${engine}`, () => {
    test('stores all fields of the file, with one event for the batch', async (t) => {
      const { runtime, context, store, read, requireIntact } = await place(t, engine)
      const events = await eventsOf(runtime, async () => {
        const plan = await importUsers(context, [ADA, { id: 5n, screenName: 'bare' }], noNote)
        assert.deepEqual([plan.imported, plan.refused], [2, []])
      })
      assert.deepEqual(events.map(factsOf), [{ kind: 'import.applied', of: 'users', lines: 2, imported: 2 }])
      assert.deepEqual(await read(ADA.id), {
        id: ADA.id,
        screenName: 'Ada',
        name: 'Ada Lovelace',
        createdAt: Date.UTC(2009, 1, 3),
        isProtected: true,
        suspendedAt: null,
        deactivatedAt: null,
        withheldInCountries: ['DE'],
        followersCount: 0,
        friendsCount: 0,
        statusesCount: 0,
        favouritesCount: 0,
        membershipsCount: 0,
        profile: PROFILE,
      })
      const bare = await read(5n)
      assert.deepEqual(
        [bare?.name, bare?.createdAt, bare?.isProtected, bare?.profile],
        ['bare', context.clock.now(), false, NO_PROFILE],
      )
      assert.deepEqual(await wordsOf(store, ADA.id), ['ada', 'lovelace'])
      await requireIntact()
    })

    test('appends no event when the batch changes nothing', async (t) => {
      const { runtime, context } = await place(t, engine)
      await importUsers(context, [ADA], noNote)
      const events = await eventsOf(runtime, async () => {
        assert.equal((await importUsers(context, [ADA, { ...ADA }], noNote)).imported, 0)
      })
      assert.deepEqual(events, [])
    })

    test('completes a placeholder user from the batch; its follows and counters stay', async (t) => {
      const { context, store, read, requireIntact } = await place(t, engine)
      await importFollows(context, [{ follower: 9n, followee: ADA.id }], noNote)
      assert.equal((await importUsers(context, [ADA], noNote)).imported, 1)
      const ada = await read(ADA.id)
      assert.deepEqual([ada?.screenName, ada?.followersCount, ada?.profile], ['Ada', 1, PROFILE])
      assert.deepEqual(await wordsOf(store, ADA.id), ['ada', 'lovelace'])
      assert.equal(await findUser(store, { screenName: `user_${ADA.id}` }), undefined)
      await requireIntact()
    })

    test('keeps fields that the file does not have, and never unsuspends a user', async (t) => {
      const { clock, context, read, requireIntact } = await place(t, engine)
      await importUsers(context, [{ ...ADA, isSuspended: true }], noNote)
      const suspendedAt = clock.now()
      clock.advance(1_000)
      await changeUserState(context, { userId: ADA.id, action: 'deactivate' })
      const before = await read(ADA.id)
      assert.equal(before?.suspendedAt, suspendedAt)
      const { imported } = await importUsers(context, [{ id: ADA.id, screenName: 'Ada' }], noNote)
      assert.equal(imported, 0)
      await importUsers(context, [{ ...ADA, name: 'Ada L.' }], noNote)
      assert.deepEqual(await read(ADA.id), { ...before, name: 'Ada L.' })
      await requireIntact()
    })

    test('refuses a screen name of another user, and reports that user', async (t) => {
      const { context, store, read } = await place(t, engine)
      const grace = await createUser(context, { screenName: 'grace' })
      const plan = await importUsers(
        context,
        [
          { id: 6n, screenName: 'GRACE' },
          { id: 7n, screenName: 'user_8' },
          { id: 8n, screenName: 'User_8' },
        ],
        noNote,
        'refuse',
      )
      assert.deepEqual(plan.refused, [
        {
          index: 0,
          reason: `the screen name GRACE belongs to the user with the id ${grace.id}; give one of the two another name and import this line again`,
        },
        {
          index: 1,
          reason:
            'the screen name user_8 is reserved for the user with the id 8; give this user another in the file and import it again',
        },
      ])
      assert.equal(plan.imported, 1)
      assert.deepEqual([await read(6n), await read(7n)], [undefined, undefined])
      assert.equal((await findUser(store, { screenName: 'grace' }))?.id, grace.id)
    })

    test('spec/data-files.md#user-files: a new user whose name another user has becomes user_<id>, and an existing user keeps its name', async (t) => {
      const { context, store, read, requireIntact } = await place(t, engine)
      await createUser(context, { screenName: 'grace' })
      await importUsers(context, [{ id: 7n, screenName: 'seven' }], noNote)
      const batch = [
        { id: 6n, screenName: 'GRACE', name: 'Grace H.' },
        { id: 7n, screenName: 'grace', name: 'Seven' },
        { id: 9n, screenName: 'user_8' },
      ]
      const { refused, renamed, imported } = await importUsers(context, batch, noNote)
      assert.deepEqual([refused, imported], [[], 3])
      assert.deepEqual(renamed, [
        { index: 0, wanted: 'GRACE', screenName: 'user_6' },
        { index: 1, wanted: 'grace', screenName: 'seven' },
        { index: 2, wanted: 'user_8', screenName: 'user_9' },
      ])
      assert.equal((await read(6n))?.name, 'Grace H.')
      assert.equal((await findUser(store, { screenName: 'grace' }))?.id === 6n, false)
      assert.equal((await importUsers(context, batch, noNote)).imported, 0, 'importing twice changes nothing')
      await requireIntact()
    })

    test('users of a batch can exchange their screen names', async (t) => {
      const { context, store, requireIntact } = await place(t, engine)
      const names = ['one', 'two', 'three']
      const called = (rotation: number) =>
        names.map((_, index) => ({
          id: BigInt(index + 1),
          screenName: names[(index + rotation) % 3] ?? '',
        }))
      await importUsers(context, called(0), noNote)
      // The first user gives up its name, because other users need this name, and gets a new name at the end.
      const free = { id: 1n, screenName: 'free' }
      const [first, second, third] = called(2)
      assert.ok(first !== undefined && second !== undefined && third !== undefined)
      const { refused } = await importUsers(context, [free, second, third, first], noNote)
      assert.deepEqual(refused, [])
      for (const { id, screenName } of called(2)) {
        assert.equal((await findUser(store, { screenName }))?.id, id)
        assert.deepEqual(await wordsOf(store, id), [screenName])
      }
      await requireIntact()
    })

    test('batches have the same result as importing their users one by one', async (t) => {
      const { context, requireIntact, store } = await place(t, engine)
      let round = 0n
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(users(), { maxLength: 6 }), { maxLength: 4 }), async (batches) => {
          round += 100n
          const model = new Model()
          for (const batch of batches) {
            const named = batch.map((user) => ({
              ...user,
              id: user.id + round,
              screenName: `${user.screenName}${round}`,
            }))
            const { imported, refused } = await importUsers(context, named, noNote, 'refuse')
            const expected = named.map((user) => model.apply(user))
            assert.equal(imported, expected.filter((outcome) => outcome === 'imported').length)
            assert.deepEqual(
              refused.map(({ index }) => index),
              [...expected.keys()].filter((index) => expected[index] === 'refused'),
            )
          }
          const stored = await findFullUsers(
            store,
            [1n, 2n, 3n].map((id) => id + round),
          )
          assert.deepEqual(shortened(stored), model.users)
        }),
        { numRuns: engine === 'sqlite' ? 60 : 25 },
      )
      await requireIntact()
    })
  })
}

test('two processes that import the same users concurrently on postgres: both finish, and every name has one owner', async (t) => {
  const { config, context, store, requireIntact } = await place(t, 'postgres')
  const other = await testRuntime(t, config)
  const batch = (first: bigint) =>
    Array.from({ length: 300 }, (_, index) => ({
      id: first + BigInt(index),
      screenName: `name${index % 200}`,
    }))
  const importing = (of: Context, first: bigint) => importUsers(of, batch(first), noNote)
  const plans = await Promise.all([importing(context, 1n), importing(other.context, 100n)])
  const taken = await Promise.all(
    Array.from({ length: 200 }, (_, index) => findUser(store, { screenName: `name${index}` })),
  )
  assert.ok(taken.every((user) => user !== undefined))
  assert.ok(plans.every(({ renamed }) => renamed.length > 0))
  await requireIntact()
})

type SmallUser = ImportedUser & { readonly name: string }

function users(): fc.Arbitrary<SmallUser> {
  return fc.record({
    id: fc.constantFrom(1n, 2n, 3n),
    screenName: fc.constantFrom('a', 'b', 'B', 'c'),
    name: fc.constantFrom('x', 'y z'),
    isProtected: fc.boolean(),
  })
}

/** Reference implementation: imports users one by one. */
class Model {
  readonly users = new Map<bigint, string>()
  readonly #names = new Map<bigint, string>()

  apply({ id, screenName, name, isProtected }: SmallUser): 'imported' | 'skipped' | 'refused' {
    const key = screenName.toLowerCase()
    for (const [owner, owned] of this.#names) if (owned === key && owner !== id) return 'refused'
    const text = `${screenName}/${name}/${isProtected}`
    if (this.users.get(id) === text) return 'skipped'
    this.users.set(id, text)
    this.#names.set(id, key)
    return 'imported'
  }
}

function shortened(stored: ReadonlyMap<bigint, FullUser>): Map<bigint, string> {
  return new Map(
    [...stored].map(([id, { screenName, name, isProtected }]) => [
      id,
      `${screenName}/${name}/${isProtected}`,
    ]),
  )
}
