import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { atLaterTime } from '../../../test/support/later.ts'
import { makeList } from '../../../test/support/lists/make-list.ts'
import { raw } from '../../../test/support/tables.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../test/support/users.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { requireUser } from '../accounts/user.ts'
import { DEACTIVATED_RETENTION_MS } from '../accounts/user-states.ts'
import { Refusal } from '../context.ts'
import { block } from '../graph/block.ts'
import { follow } from '../graph/follow.ts'
import { FIRST_CURSOR } from '../graph/id-page.ts'
import { addListMembers, removeListMembers } from './change-members.ts'
import { cleanUpDeletedLists, purgeDepartedListUsers } from './clean-up.ts'
import { createList } from './create-list.ts'
import { deleteList } from './delete-list.ts'
import { findList } from './find-lists.ts'
import { followList, unfollowList } from './follow-list.ts'
import { LIST_LIMITS } from './list.ts'
import { followedListIds, listMemberIds, membershipListIds, ownedListIds, ownListIdsWith } from './pages.ts'
import { pinList, pinnedLists, unpinList } from './pin-list.ts'
import { updateList } from './update-list.ts'
import { seeLists } from './visibility.ts'

for (const engine of ENGINES) {
  test(`lists on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    await changes(t, runtime)
    await memberships(t, runtime)
    await choices(t, runtime)
    await limits(t, runtime)
    await visibility(t, runtime)
    await pages(t, runtime)
    await departures(t, runtime)
    await t.test('the counters of lists and of memberships are exact after all tests', async () => {
      const rows = await runtime.store.rows(
        raw<{ wrong: number }>(`select cast(count(*) as integer) as wrong from (
          select 1 as one from lists where member_count <> (
              select count(*) from list_members where list_id = lists.id)
            or follower_count <> (select count(*) from list_followers where list_id = lists.id)
          union all select 1 from user_counts where memberships_count <> (
            select count(*) from list_members where user_id = user_counts.user_id and is_private = 0)
        ) as faults`),
        {},
      )
      assert.equal(rows[0]?.wrong, 0)
    })
  })
}

async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}

async function changes(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  await t.test('a list is created, changed and deleted, each with its event', async () => {
    const [owner, other] = await createUsers(context, 2)
    assert.ok(owner && other)
    const userId = owner.id
    const events = await eventsOf(runtime, async () => {
      const list = await createList(context, { userId, name: 'Birds', description: 'All', isPrivate: false })
      assert.deepEqual(await findList(store, list.id), list)
      const renamed = await updateList(context, { userId, listId: list.id, name: 'Bees' })
      assert.deepEqual(renamed, { ...list, name: 'Bees', slug: 'bees' })
      assert.deepEqual(await updateList(context, { userId, listId: list.id, name: 'Bees' }), renamed)
      assert.deepEqual(await findList(store, list.id), renamed)
      await deleteList(context, { userId, listId: list.id })
      assert.equal(await findList(store, list.id), undefined)
      assert.equal(await reasonOf(deleteList(context, { userId, listId: list.id })), 'list-not-found')
    })
    const facts = events.map(factsOf) as { kind: string; list_id: bigint }[]
    assert.deepEqual(
      facts.map(({ kind }) => kind),
      ['list.created', 'list.updated', 'list.deleted'],
    )
    assert.equal(new Set(facts.map(({ list_id }) => list_id)).size, 1)
  })
  await t.test(
    'lists of one owner have different slugs; lists of two owners may have equal slugs',
    async () => {
      const [one, two] = await createUsers(context, 2)
      assert.ok(one && two)
      const slugs = [
        await makeList(context, one.id),
        await makeList(context, one.id),
        await makeList(context, two.id),
      ]
      assert.deepEqual(
        slugs.map(({ slug }) => slug),
        ['birds', 'birds-2', 'birds'],
      )
    },
  )
  await t.test(
    'a change of another user’s list is refused; a private list is reported as not found',
    async () => {
      const [owner, other] = await createUsers(context, 2)
      assert.ok(owner && other)
      for (const [isPrivate, expected] of [
        [false, 'list-not-own'],
        [true, 'list-not-found'],
      ] as const) {
        const { id: listId } = await makeList(context, owner.id, { isPrivate })
        const input = { userId: other.id, listId, memberIds: [other.id], skips: true } as const
        const reasons: readonly (string | undefined)[] = [
          await reasonOf(updateList(context, { ...input, name: 'Mine' })),
          await reasonOf(deleteList(context, input)),
          await reasonOf(addListMembers(context, input)),
          await reasonOf(removeListMembers(context, input)),
        ]
        assert.deepEqual(reasons, [expected, expected, expected, expected])
      }
    },
  )
}

async function memberships(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const countOf = async (id: bigint) => (await requireUser(store, { id })).membershipsCount
  await t.test('members are added and removed once; a call without a change appends no event', async () => {
    const [owner, ...members] = (await createUsers(context, 4)).map(({ id }) => id)
    assert.ok(owner)
    const { id: listId } = await makeList(context, owner)
    const events = await eventsOf(runtime, async () => {
      const change = { userId: owner, listId, memberIds: members, skips: false }
      assert.equal((await addListMembers(context, change)).memberCount, 3)
      assert.equal((await addListMembers(context, change)).memberCount, 3)
      const [first = 0n] = members
      assert.equal(
        (await removeListMembers(context, { ...change, memberIds: [first, owner] })).memberCount,
        2,
      )
      assert.equal(await countOf(first), 0)
    })
    const [added, removed, ...rest] = events.map(factsOf)
    assert.deepEqual(added, {
      kind: 'list.members_added',
      user_id: owner,
      list_id: listId,
      member_ids: members.map(String),
    })
    assert.deepEqual(removed, {
      kind: 'list.members_removed',
      user_id: owner,
      list_id: listId,
      member_ids: [String(members[0])],
    })
    assert.deepEqual(rest, [])
  })
  await t.test(
    'users who do not exist, are hidden or block the owner are refused, or skipped on request',
    async () => {
      const [owner, hidden, blocker, good] = (await createUsers(context, 4)).map(({ id }) => id)
      assert.ok(owner && hidden && blocker && good)
      await changeUserState(context, { userId: hidden, action: 'suspend' })
      await block(context, { userId: blocker, blockedId: owner })
      const { id: listId } = await makeList(context, owner)
      const add = (memberIds: readonly bigint[], skips: boolean) =>
        addListMembers(context, { userId: owner, listId, memberIds, skips })
      assert.equal(await reasonOf(add([1n], false)), 'user-not-found')
      assert.equal(await reasonOf(add([hidden], false)), 'user-not-found')
      assert.equal(await reasonOf(add([blocker], false)), 'list-member-blocks-owner')
      assert.equal((await add([1n, hidden, blocker, good], true)).memberCount, 1)
    },
  )
  await t.test('spec/v2-users-and-lists.md#listed-count: only public lists are counted', async () => {
    const [owner, member] = (await createUsers(context, 2)).map(({ id }) => id)
    assert.ok(owner && member)
    const { id: listId } = await makeList(context, owner, { memberIds: [member] })
    await makeList(context, owner, { isPrivate: true, memberIds: [member] })
    assert.equal(await countOf(member), 1)
    const events = await eventsOf(runtime, () =>
      updateList(context, { userId: owner, listId, isPrivate: true }),
    )
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['list.updated', 'list.members_recounted'],
    )
    assert.equal(await countOf(member), 0)
    await updateList(context, { userId: owner, listId, isPrivate: false })
    assert.equal(await countOf(member), 1)
    await deleteList(context, { userId: owner, listId })
    assert.equal(await countOf(member), 0)
  })
}

async function choices(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  await t.test('a second follow or unfollow of a list changes nothing', async () => {
    const [owner, fan] = (await createUsers(context, 2)).map(({ id }) => id)
    assert.ok(owner && fan)
    const { id: listId } = await makeList(context, owner)
    const input = { userId: fan, listId }
    const events = await eventsOf(runtime, async () => {
      assert.equal((await followList(context, input)).followerCount, 1)
      assert.equal((await followList(context, input)).followerCount, 1)
      await unfollowList(context, input)
      await unfollowList(context, input)
    })
    assert.deepEqual(events.map(factsOf), [
      { kind: 'list.followed', user_id: fan, list_id: listId, owner_id: owner },
      { kind: 'list.unfollowed', user_id: fan, list_id: listId, owner_id: owner },
    ])
    assert.equal((await findList(store, listId))?.followerCount, 0)
  })
  await t.test(
    'a list that became private can be unfollowed and unpinned, and is then not found',
    async () => {
      const [owner, fan] = (await createUsers(context, 2)).map(({ id }) => id)
      assert.ok(owner && fan)
      const { id: listId } = await makeList(context, owner)
      const input = { userId: fan, listId }
      await followList(context, input)
      await pinList(context, input)
      await updateList(context, { userId: owner, listId, isPrivate: true })
      for (const end of [unfollowList, unpinList]) {
        assert.equal(await reasonOf(end(context, input)), undefined)
        assert.equal(await reasonOf(end(context, input)), 'list-not-found')
      }
      for (const begin of [followList, pinList]) {
        assert.equal(await reasonOf(begin(context, input)), 'list-not-found')
      }
    },
  )
  await t.test('five lists can be pinned, the newest first; hidden lists are not counted', async () => {
    const [owner, fan] = (await createUsers(context, 2)).map(({ id }) => id)
    assert.ok(owner && fan)
    const ids: bigint[] = []
    for (let number = 0; number <= LIST_LIMITS.pins; number += 1)
      ids.push((await makeList(context, owner)).id)
    const [first = 0n] = ids
    const last = ids.at(-1) ?? 0n
    for (const listId of ids.slice(0, -1)) await pinList(context, { userId: fan, listId })
    await pinList(context, { userId: fan, listId: first })
    assert.equal(await reasonOf(pinList(context, { userId: fan, listId: last })), 'list-pins-too-many')
    assert.deepEqual(await pinnedLists(store, fan), ids.slice(0, -1).reverse())
    await updateList(context, { userId: owner, listId: first, isPrivate: true })
    const events = await eventsOf(runtime, () => pinList(context, { userId: fan, listId: last }))
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['list.unpinned', 'list.pinned'],
    )
    assert.deepEqual(await pinnedLists(store, fan), ids.slice(1).reverse())
  })
}

/** SQL for a table `numbers` with the numbers from 1 to `count`. */
function numbers(count: number): string {
  return `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
}

async function limits(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test('spec/v2-users-and-lists.md#list-rules: at most 1,000 lists of 5,000 members', async () => {
    const [owner, member] = (await createUsers(context, 2)).map(({ id }) => id)
    assert.ok(owner && member)
    const { id: listId } = await makeList(context, owner)
    const plant = (text: string) => store.write((tx) => tx.run(raw(text), {}))
    await plant(`insert into lists (id, owner_id, slug, name, description, is_private, created_at, member_count,
      follower_count) ${numbers(LIST_LIMITS.lists - 1)}
      select n, ${owner}, 's' || cast(n as text), 'L', '', 0, 0, 0, 0 from numbers`)
    assert.equal(await reasonOf(makeList(context, owner)), 'lists-too-many')
    await plant(`insert into list_members (list_id, position, user_id, is_private) ${numbers(LIST_LIMITS.members)}
      select ${listId}, n, n, 0 from numbers`)
    await plant(`update lists set member_count = ${LIST_LIMITS.members} where id = ${listId}`)
    const change = { userId: owner, listId, memberIds: [member], skips: true }
    assert.equal(await reasonOf(addListMembers(context, change)), 'list-members-too-many')
    await plant(`delete from list_members where list_id = ${listId} and user_id = 1`)
    await plant(`update lists set member_count = member_count - 1 where id = ${listId}`)
    assert.equal((await addListMembers(context, change)).memberCount, LIST_LIMITS.members)
    await plant(`delete from list_members where list_id = ${listId}`)
    await plant(`update lists set member_count = 0 where id = ${listId}`)
    await plant(`update user_counts set memberships_count = 0 where user_id = ${member}`)
  })
}

async function visibility(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test('spec/v2-users-and-lists.md#list-visibility: each viewer, by state of the owner', async () => {
    const [owner, fan, blocked, stranger] = (await createUsers(context, 4)).map(({ id }) => id)
    assert.ok(owner && fan && blocked && stranger)
    await follow(context, { follower: fan, followee: owner })
    await block(context, { userId: owner, blockedId: blocked })
    const lists = [await makeList(context, owner), await makeList(context, owner, { isPrivate: true })]
    const ids = lists.map(({ id }) => id)
    const seenBy = async (userId: bigint | null) =>
      (await seeLists(store, { userId }, ids)).map((list) => (typeof list === 'string' ? list : 'seen'))
    const seenByAll = () => Promise.all([owner, fan, blocked, stranger, null].map(seenBy))
    const hidden = ['not-found', 'not-found']
    const open = ['seen', 'not-found']
    assert.deepEqual(await seenByAll(), [
      ['seen', 'seen'],
      open,
      ['blocked-by-owner', 'not-found'],
      open,
      open,
    ])
    await changeUserState(context, { userId: owner, action: 'protect' })
    const closed = ['protected', 'not-found']
    assert.deepEqual(await seenByAll(), [
      ['seen', 'seen'],
      open,
      ['blocked-by-owner', 'not-found'],
      closed,
      closed,
    ])
    await changeUserState(context, { userId: owner, action: 'suspend' })
    assert.deepEqual(await seenByAll(), [hidden, hidden, hidden, hidden, hidden])
  })
}

async function pages(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test('pages of lists omit lists that are hidden from the viewer, in both directions', async () => {
    const [owner, member, stranger] = (await createUsers(context, 3)).map(({ id }) => id)
    assert.ok(owner && member && stranger)
    const made: bigint[] = []
    for (const isPrivate of [false, true, false, true, false]) {
      made.unshift((await makeList(context, owner, { isPrivate, memberIds: [member] })).id)
    }
    const open = made.filter((_, index) => index % 2 === 0)
    for (const listId of made.toReversed()) await followList(context, { userId: owner, listId })
    const walk = async (
      read: typeof ownedListIds,
      userId: bigint,
      viewerId: bigint | null,
    ): Promise<readonly bigint[]> => {
      const ids: bigint[] = []
      let cursor = FIRST_CURSOR
      let back = 0n
      do {
        const page = await read(store, { userId, viewer: { userId: viewerId }, cursor, count: 2 })
        ids.push(...(page.ids === '' ? [] : page.ids.split(',').map(BigInt)))
        cursor = page.nextCursor
        back = page.previousCursor
      } while (cursor !== 0n)
      const previous = await read(store, { userId, viewer: { userId: viewerId }, cursor: back, count: 2 })
      for (const id of previous.ids.split(',').filter((text) => text !== ''))
        assert.ok(ids.includes(BigInt(id)))
      return ids
    }
    for (const [read, userId] of [
      [ownedListIds, owner],
      [followedListIds, owner],
      [membershipListIds, member],
    ] as const) {
      assert.deepEqual(await walk(read, userId, owner), made)
      const others: readonly (bigint | null)[] = [member, stranger, null]
      for (const other of others) assert.deepEqual(await walk(read, userId, other), open)
    }
    assert.deepEqual(await walk(ownListIdsWith, member, owner), made)
    assert.deepEqual(await walk(ownListIdsWith, member, stranger), [])
    await block(context, { userId: owner, blockedId: stranger })
    assert.deepEqual(await walk(membershipListIds, member, stranger), [])
  })
  await t.test('a page of members has no hidden users', async () => {
    const [owner, hidden, shown] = (await createUsers(context, 3)).map(({ id }) => id)
    assert.ok(owner && hidden && shown)
    const { id } = await makeList(context, owner, { memberIds: [hidden, shown] })
    await changeUserState(context, { userId: hidden, action: 'suspend' })
    const page = await listMemberIds(store, { userId: id, cursor: FIRST_CURSOR, count: 10 })
    assert.equal(page.ids, String(shown))
  })
}

async function departures(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  await t.test(
    'spec/v2-users-and-lists.md#erasure-of-lists: followers of a deleted list are deleted later',
    async () => {
      const [owner, fan] = (await createUsers(context, 2)).map(({ id }) => id)
      assert.ok(owner && fan)
      const { id: listId } = await makeList(context, owner)
      await followList(context, { userId: fan, listId })
      await deleteList(context, { userId: owner, listId })
      const left = async () =>
        (await store.rows(raw(`select 1 as one from list_followers where list_id = ${listId}`), {})).length
      assert.equal(await left(), 1)
      await cleanUpDeletedLists(context)
      assert.equal(await left(), 0)
      assert.equal((await store.rows(raw('select list_id from deleted_lists'), {})).length, 0)
    },
  )
  await t.test(
    'lists, memberships, follows and pins of a user are erased 30 days after the deactivation',
    async () => {
      const [gone, other] = (await createUsers(context, 2)).map(({ id }) => id)
      assert.ok(gone && other)
      const own: bigint[] = []
      for (let number = 0; number < 7; number += 1) {
        own.push((await makeList(context, gone, { memberIds: [other] })).id)
      }
      const { id: theirs } = await makeList(context, other, {
        memberIds: [gone, (await createOneUser(context)).id],
      })
      await followList(context, { userId: gone, listId: theirs })
      await pinList(context, { userId: gone, listId: theirs })
      await changeUserState(context, { userId: gone, action: 'deactivate' })
      await purgeDepartedListUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS - 1))
      assert.ok(await findList(store, own[0] ?? 0n))
      const events = await eventsOf(runtime, () =>
        purgeDepartedListUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS)),
      )
      assert.deepEqual(
        await Promise.all(own.map((id) => findList(store, id))),
        own.map(() => undefined),
      )
      const { memberCount, followerCount } = (await findList(store, theirs)) ?? {}
      assert.deepEqual([memberCount, followerCount], [1, 0])
      assert.deepEqual(await pinnedLists(store, gone), [])
      assert.equal((await requireUser(store, { id: other })).membershipsCount, 0)
      const kinds = new Set(events.map(({ kind }) => kind))
      assert.deepEqual([...kinds].sort(), ['list.deleted', 'list.members_removed'])
    },
  )
}
