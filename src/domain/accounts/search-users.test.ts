import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, migratedConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import type { Engine } from '../../db/query.ts'
import { openRuntime, type Runtime } from '../../runtime.ts'
import { follow } from '../graph/follow.ts'
import { changeUserState } from './change-user-state.ts'
import { createUser } from './create-user.ts'
import { importUsers } from './import-users.ts'
import { MAX_SEARCH_RESULTS, searchUsers } from './search-users.ts'
import type { User } from './user.ts'
import { wordsOf } from './user-words.ts'

const NO_VIEWER = { userId: null }

async function open(t: TestContext, engine: Engine): Promise<Runtime> {
  return testRuntime(t, await freshConfig(t, engine))
}

/** Words with common prefixes, in several scripts; some have characters above U+FFFF. */
const WORDS = ['a', 'ab', 'abc', 'abd', 'b', 'zz', 'é', 'éa', '日本', '日本語', '𝔸', '𐍈', '𐍈x', 'z']

/** Reference implementation: a search over all users. */
function searchEverybody(users: readonly User[], text: string): bigint[] {
  const sought = wordsOf(text)
  const isFound = ({ screenName, name }: User) => {
    const own = wordsOf(`${screenName} ${name}`)
    return sought.length > 0 && sought.every((word) => own.some((other) => other.startsWith(word)))
  }
  const isNamesake = ({ screenName }: User) => screenName.toLowerCase() === text.trim().toLowerCase()
  return users
    .filter((user) => isFound(user) || isNamesake(user))
    .toSorted(
      (a, b) =>
        Number(isNamesake(b)) - Number(isNamesake(a)) ||
        b.followersCount - a.followersCount ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/users.md#search: equals a search over all users, on ${engine}`, async (t) => {
    const { context, store } = await open(t, engine)
    const users: User[] = []
    for (let index = 0; index < 60; index += 1) {
      const name = [0, 1, 2].map((turn) => WORDS[(index * 7 + turn * 5 + index * turn) % WORDS.length])
      users.push(await createUser(context, { screenName: `s${index}_ab`, name: name.join(' ') }))
    }
    const [fan] = users
    assert.ok(fan !== undefined)
    const followed = users.filter((user, index) => index % 3 === 1 && user !== fan)
    for (const { id } of followed) await follow(context, { follower: fan.id, followee: id })
    const counted = users.map((user) => (followed.includes(user) ? { ...user, followersCount: 1 } : user))
    const text = fc
      .array(fc.constantFrom(...WORDS, 's1', 's10_ab', 'S2_AB'), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(text, fc.nat(20), fc.integer({ min: 1, max: 20 }), async (query, offset, count) => {
        const found = await searchUsers(store, NO_VIEWER, { query, offset, count })
        assert.deepEqual(found, searchEverybody(counted, query).slice(offset, offset + count))
      }),
      { numRuns: engine === 'sqlite' ? 300 : 100 },
    )
  })
}

test('no statement blocks the event loop for more than 5 ms, even for common words', async (t) => {
  let longest = 0
  const runtime = await openRuntime(await migratedConfig(t, 'sqlite'), {
    manner: 'server',
    observer: {
      statement: (milliseconds) => {
        longest = Math.max(longest, milliseconds)
      },
    },
  })
  t.after(() => runtime.close())
  const { context, store } = runtime
  const crowd = Array.from({ length: 3 * MAX_SEARCH_RESULTS }, (_, index) => ({
    id: BigInt(index + 1),
    screenName: `crowd${index}`,
    name: 'Crowd Common Cold',
  }))
  await importUsers(context, crowd, async () => undefined)
  const rare = await createUser(context, { screenName: 'rare', name: 'Common Crowd Rare' })
  const search = (query: string) => searchUsers(store, NO_VIEWER, { query, offset: 0, count: 20 })
  // The rarest word finds a user who is not among the first candidates for the common words.
  assert.deepEqual(await search('common crowd rare'), [rare.id])
  let least = Number.POSITIVE_INFINITY
  // Many runs may be slow because the machine is busy, so the fastest run counts.
  for (let turn = 0; turn < 200 && least >= 5; turn += 1) {
    longest = 0
    assert.equal((await search('c crowd common cold')).length, 20)
    least = Math.min(least, longest)
  }
  assert.ok(least < 5, `the longest statement took ${least.toFixed(1)} ms at best`)
  t.diagnostic(`${least.toFixed(2)} ms`)
})

test('a search returns only the first 1,000 results, without hidden users', async (t) => {
  const { context, store } = await open(t, 'sqlite')
  const user = await createUser(context, { screenName: 'ada', name: 'Ada' })
  const search = (offset: number) => searchUsers(store, NO_VIEWER, { query: 'ada', offset, count: 20 })
  assert.deepEqual(await search(0), [user.id])
  assert.deepEqual(await search(MAX_SEARCH_RESULTS), [])
  await changeUserState(context, { userId: user.id, action: 'suspend' })
  assert.deepEqual(await search(0), [])
})
