import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type Answered, type Person, RelationStage } from '../../../../test/support/relations/stage.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { createUser } from '../../../domain/accounts/create-user.ts'
import { block } from '../../../domain/graph/block.ts'

const PATH = '/1.1/users/search.json'

async function namesFound(stage: RelationStage, query: string, { as }: Person): Promise<string[]> {
  const users = await stage.got<Answered[]>(`${PATH}?${query}`, as)
  return users.map((user) => String(user['name']))
}

test('users/search', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const viewer = await stage.person({ name: 'Nobody' })
  const fans = await createUsers(context, 3, { name: 'Fan' })
  const make = async (name: string, followers: number) => {
    const user = await stage.person({ name })
    for (const fan of fans.slice(0, followers)) {
      await letFollow(context, { follower: fan.id, followee: user.id })
    }
    return user
  }
  await make('Grace Hopper', 1)
  await make('Gráce Kelly', 0)
  const popular = await make('Graceland Tours', 3)
  await createUser(context, { screenName: 'grace', name: 'Somebody' })

  await t.test(
    '200 spec/users.md#search: a user with exactly this screen name comes first, then users by their number of followers',
    async () => {
      assert.deepEqual(await namesFound(stage, 'q=Grace', viewer), [
        'Somebody',
        'Graceland Tours',
        'Grace Hopper',
      ])
      assert.deepEqual((await namesFound(stage, 'q=%40GRACE', viewer))[0], 'Somebody')
    },
  )
  await t.test(
    '200 every word of the query is the beginning of a word in the names of the user',
    async () => {
      assert.deepEqual(await namesFound(stage, 'q=grac%20hop', viewer), ['Grace Hopper'])
      assert.deepEqual(await namesFound(stage, 'q=hopper,GRACE', viewer), ['Grace Hopper'])
      assert.deepEqual(await namesFound(stage, 'q=gr%C3%A1', viewer), ['Gráce Kelly'])
      assert.deepEqual(await namesFound(stage, 'q=hopper%20kelly', viewer), [])
      assert.deepEqual(await namesFound(stage, 'q=race', viewer), [])
      assert.deepEqual(await namesFound(stage, 'q=%21%3F', viewer), [])
    },
  )
  await t.test('200 hidden users, and users who block the caller, are left out', async () => {
    const [suspended, gone, blocker] = await createUsers(context, 3, { name: 'Quine' })
    assert.ok(suspended !== undefined && gone !== undefined && blocker !== undefined)
    assert.equal((await namesFound(stage, 'q=quine', viewer)).length, 3)
    await changeUserState(context, { userId: suspended.id, action: 'suspend' })
    await changeUserState(context, { userId: gone.id, action: 'deactivate' })
    await block(context, { userId: blocker.id, blockedId: viewer.id })
    assert.deepEqual(await namesFound(stage, 'q=quine', viewer), [])
    assert.deepEqual(await namesFound(stage, 'q=quine', popular), ['Quine'])
  })
  await t.test('200 count is at most 20, and page selects the following users', async () => {
    const many = await createUsers(context, 45, { name: 'Curry' })
    const pages = await Promise.all(
      ['', '&page=2', '&page=3', '&page=4'].map((page) =>
        stage.got<Answered[]>(`${PATH}?q=curry${page}`, viewer.as),
      ),
    )
    assert.deepEqual(
      pages.map((page) => page.length),
      [20, 20, 5, 0],
    )
    assert.deepEqual(new Set(pages.flat().map(({ id }) => id)), new Set(many.map(({ id }) => id)))
    for (const [query, length] of [
      ['count=7', 7],
      ['count=21', 20],
      ['count=0', 20],
      ['count=many', 20],
      ['count=7&page=7', 3],
      ['page=0', 20],
      ['page=-1', 20],
      ['page=x', 20],
    ] as const) {
      assert.equal((await namesFound(stage, `q=curry&${query}`, viewer)).length, length, query)
    }
  })
  await t.test('200 only the first 1,000 results', async () => {
    for (const page of [51, 52, 999_999_999, '9'.repeat(40)]) {
      const found = await namesFound(stage, `q=curry&page=${page}`, viewer)
      assert.equal(found.length, typeof page === 'number' ? 0 : 20)
    }
  })
  await t.test('200 the users have the relations to the caller; include_entities', async () => {
    const follower = await stage.person()
    await letFollow(context, { follower: follower.id, followee: popular.id })
    const [user] = await stage.got<Answered[]>(`${PATH}?q=graceland&include_entities=false`, follower.as)
    assert.deepEqual([user?.['following'], 'entities' in (user ?? {})], [true, false])
  })
  await t.test('400/25 without q', async () => {
    for (const query of ['q=', 'count=5']) {
      const answer = await stage.get(`${PATH}?${query}`, viewer.as)
      assertError(answer, 400, 25, 'Query parameters are missing.')
    }
  })
  await t.test('403/220 spec/users.md#search: user authentication only', async () => {
    const { status, text } = await stage.get(`${PATH}?q=grace`, stage.app.asApp)
    assert.deepEqual([status, /"code":220/.test(text)], [403, true])
  })
})

test('spec/limits.md#v11-limits: 900 requests in 15 minutes', async (t) => {
  const stage = await RelationStage.open(t, { limits: 'documented', clock: new TestClock() })
  const { as } = await stage.person()
  const { headers } = await stage.get(`${PATH}?q=a`, as)
  assert.deepEqual([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')], ['900', '899'])
})
