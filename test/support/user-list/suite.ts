/**
 * The contract of user lists with cursors, as tests (spec/followers.md#companions). The pages are like the
 * pages of id lists, but shorter, and contain users that are rendered for the caller.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { updateProfile } from '../../../src/domain/accounts/update-profile.ts'
import { ENGINES } from '../engines.ts'
import { letFollow } from '../follows.ts'
import { cursors, cursorsRefused, hiddenMembers } from '../id-list/cursors.ts'
import { listOwner, listsOfUnknownUsers, protectedLists } from '../id-list/list-owner.ts'
import { limits, refusals } from '../id-list/refusals.ts'
import { type IdList, openStage, ownerOf, type Page, type Stage } from '../id-list/stage.ts'
import { slowOnPostgres } from '../part.ts'
import { createOneUser } from '../users.ts'

/** Declares the suite on both engines. */
export function userListSuite(list: IdList): void {
  for (const engine of ENGINES) {
    slowOnPostgres(engine)(`${list.path} on ${engine}`, async (t) => {
      const stage = withUsers(await openStage(t, list, { engine }))
      await listOwner(t, stage)
      await listsOfUnknownUsers(t, stage)
      await protectedLists(t, stage)
      await pageSizes(t, stage)
      await rendering(t, stage)
      await cursors(t, stage)
      await cursorsRefused(t, stage)
      await hiddenMembers(t, stage)
      await refusals(t, stage)
    })
  }
  test(`${list.path}: the window is 15 requests in 15 minutes`, (t) => limits(t, list))
}

interface UserPage extends Omit<Page, 'ids'> {
  readonly users: readonly (Readonly<Record<string, unknown>> & { readonly id: bigint })[]
}

/** The stage of an id list. It reads the ids from the user objects. */
function withUsers(stage: Stage): Stage {
  return {
    ...stage,
    async page(query, credentials) {
      const { users, ...cursorsOf } = await usersOn(stage, query, credentials)
      return { ids: users.map(({ id }) => id), ...cursorsOf }
    },
  }
}

async function usersOn(
  stage: Stage,
  query: string,
  credentials?: Parameters<Stage['page']>[1],
): Promise<UserPage> {
  return (await stage.page(query, credentials)) as unknown as UserPage
}

async function pageSizes(t: TestContext, stage: Stage): Promise<void> {
  const { crowded } = stage
  for (const [count, length] of [
    ['', 20],
    ['0', 20],
    ['-5', 20],
    ['many', 20],
    ['1', 1],
    ['200', 200],
    ['201', 200],
    ['5000', 200],
  ] as const) {
    await t.test(`200 spec/followers.md#count: ${length} users for count=${count}`, async () => {
      const page = await stage.page(`user_id=${crowded.id}&count=${count}`)
      assert.equal(page.ids.length, length)
      assert.notEqual(page.next_cursor, 0n)
    })
  }
}

async function rendering(t: TestContext, stage: Stage): Promise<void> {
  const { app, context, list, url } = stage
  await t.test('200 users first, then the cursors, in the recorded order', async () => {
    const { text } = await stage.ask(`user_id=${stage.five.id}`)
    assert.deepEqual(Object.keys(JSON.parse(text) as object), [
      'users',
      'next_cursor',
      'next_cursor_str',
      'previous_cursor',
      'previous_cursor_str',
    ])
    const { id } = await createOneUser(context)
    assert.equal(
      (await stage.ask(`user_id=${id}`)).text,
      '{"users":[],"next_cursor":0,"next_cursor_str":"0","previous_cursor":0,"previous_cursor_str":"0"}',
    )
  })
  const [owner, [first = 0n]] = await ownerOf(context, list, 2)
  await updateProfile(context, { userId: first, description: 'see https://example.org/a' })
  const userOf = async (query: string) => {
    const { text } = await stage.ask(`user_id=${owner.id}&count=1${query}`)
    return (JSON.parse(text) as { users: [Record<string, unknown>] }).users[0]
  }
  await t.test('200 include_user_entities is true by default', async () => {
    assert.ok('entities' in (await userOf('')))
    assert.ok('entities' in (await userOf('&include_user_entities=t&include_entities=false')))
    for (const no of ['false', '0', 'no']) {
      assert.ok(!('entities' in (await userOf(`&include_user_entities=${no}`))))
    }
  })
  await t.test('200 skip_status has no effect on users without posts', async () => {
    assert.deepEqual(await userOf('&skip_status=true'), await userOf(''))
  })
  await t.test('200 the relation to the caller; null for an app', async () => {
    assert.equal((await userOf(''))['following'], null)
    const fan = await createOneUser(context)
    await letFollow(context, { follower: fan.id, followee: first })
    const { text } = await stage.ask(`user_id=${owner.id}`, await app.asUser(fan.id))
    const { users } = JSON.parse(text) as { users: Record<string, unknown>[] }
    assert.deepEqual(
      users.map((user) => [user['following'], user['blocked_by']]),
      [
        [true, false],
        [false, false],
      ],
    )
  })
  await t.test('200 a user without a picture has the default picture of the server', async () => {
    const picture = `${new URL(url).origin}/images/default_profile_normal.png`
    assert.equal((await userOf(''))['profile_image_url_https'], picture)
  })
}
