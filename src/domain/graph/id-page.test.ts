import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import {
  type Change,
  changes,
  GraphModel,
  type ListName,
  perform,
  type StoredEdge,
  storedEdges,
} from '../../../test/support/models/graph-model.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { Reader } from '../../db/store.ts'
import type { Runtime } from '../../runtime.ts'
import { FIRST_CURSOR, followerIds, friendIds, type IdPage, MAX_ID_PAGE } from './id-page.ts'
import { importFollows } from './import-follows.ts'

const LARGEST = 2n ** 63n - 1n
/** Selects the page of the oldest edges, for a walk backwards. */
const OLDEST_CURSOR = -2n
const LISTS: readonly ListName[] = ['followers', 'friends']
const MEMBERS = 9

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`pages of ids on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    await anyHistory(t, runtime)
    await examples(t, runtime)
  })
}

async function anyHistory(t: TestContext, runtime: Runtime): Promise<void> {
  await t.test('spec/followers.md#cursors: any page from any cursor equals a slice of a sorted array', () =>
    fc.assert(
      fc.asyncProperty(changes(MEMBERS, 40), fc.integer({ min: 1, max: 5 }), async (history, count) => {
        const model = await live(runtime, history)
        for (const list of LISTS) {
          const edges = await storedEdges(runtime.store, model.owner, list)
          const stored = edges.map(({ member }) => member)
          assert.deepEqual(stored, model.lists[list])
          const look = pager(runtime.store, model, list, count)
          await Promise.all(
            cursorsAround(edges).map((cursor) => checkPage(model, edges, look, cursor, count)),
          )
        }
      }),
      { numRuns: 30 },
    ),
  )

  await t.test(
    'spec/followers.md#cursors: from every cursor of a walk, pages lead to both ends of the list',
    () =>
      fc.assert(
        fc.asyncProperty(changes(MEMBERS, 30), fc.integer({ min: 1, max: 4 }), async (history, count) => {
          const model = await live(runtime, history)
          for (const list of LISTS) {
            const look = pager(runtime.store, model, list, count)
            const pages = await walk(look, FIRST_CURSOR, (page) => page.nextCursor)
            assert.deepEqual(pages.flatMap(membersOf), model.visible(list))
            for (const [index, page] of pages.entries()) {
              const onward = await walk(look, page.nextCursor, ({ nextCursor }) => nextCursor)
              assert.deepEqual(onward, pages.slice(index + 1))
              const back = await walk(look, page.previousCursor, ({ previousCursor }) => previousCursor)
              assert.deepEqual(back.toReversed(), pages.slice(0, index))
            }
          }
        }),
        { numRuns: 20 },
      ),
  )

  await t.test('an edge that exists throughout a walk appears exactly once', () =>
    fc.assert(
      fc.asyncProperty(
        changes(MEMBERS, 30),
        fc.array(changes(MEMBERS, 6), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom<ListName>('followers', 'friends'),
        fc.boolean(),
        async (history, meanwhile, count, list, isForward) => {
          const model = await live(runtime, history)
          let lasting = await visibleEdges(runtime, model, list)
          const look = pager(runtime.store, model, list, count)
          const seen: bigint[] = []
          let cursor = isForward ? FIRST_CURSOR : OLDEST_CURSOR
          for (let turn = 0; cursor !== 0n; turn++) {
            const page = await look(cursor)
            seen.push(...membersOf(page))
            cursor = isForward ? page.nextCursor : page.previousCursor
            await live(runtime, meanwhile[turn] ?? [], model)
            const now = new Set((await visibleEdges(runtime, model, list)).map(({ position }) => position))
            lasting = lasting.filter(({ position }) => now.has(position))
          }
          for (const { member } of lasting) {
            assert.equal(seen.filter((id) => id === member).length, 1, `${member} in ${seen}`)
          }
        },
      ),
      { numRuns: 20 },
    ),
  )
}

async function examples(t: TestContext, runtime: Runtime): Promise<void> {
  await t.test('spec/followers.md#cursors: cursor 0 selects an empty page whose cursors are 0', async () => {
    const { look } = await listOfFive(runtime)
    assert.deepEqual(await look(0n), { ids: '', nextCursor: 0n, previousCursor: 0n })
  })

  await t.test(
    'spec/followers.md#cursors: a page continues after the cursor even if the edges at the cursor were removed',
    async () => {
      const { model, look } = await listOfFive(runtime)
      const first = await look(FIRST_CURSOR)
      const [, boundary, behind] = model.lists.followers
      for (const member of [boundary, behind]) {
        await live(runtime, [{ kind: 'unfollow', list: 'followers', member: indexOf(model, member) }], model)
      }
      const second = await look(first.nextCursor)
      assert.deepEqual(membersOf(second), model.lists.followers.slice(1, 3))
    },
  )

  await t.test(
    'spec/followers.md#hidden-users: hidden users are removed after the page is selected',
    async () => {
      const { model, look } = await listOfFive(runtime)
      const [first, second, third, fourth, fifth] = model.lists.followers
      for (const member of [second, third, fourth]) {
        await live(runtime, [{ kind: 'suspend', member: indexOf(model, member) }], model)
      }
      const short = await look(FIRST_CURSOR)
      assert.deepEqual(membersOf(short), [first])
      const empty = await look(short.nextCursor)
      assert.deepEqual(membersOf(empty), [])
      assert.notEqual(empty.nextCursor, 0n)
      assert.deepEqual(membersOf(await look(empty.nextCursor)), [fifth])
    },
  )

  await t.test('spec/followers.md#count: a page has up to 5,000 ids', async () => {
    const owner = 7n
    const followers = Array.from({ length: MAX_ID_PAGE + 1 }, (_, index) => 2n ** 60n + BigInt(index))
    const edges = followers.map((follower) => ({ follower, followee: owner }))
    await importFollows(runtime.context, edges, async () => undefined)
    const page = await followerIds(runtime.store, {
      userId: owner,
      cursor: FIRST_CURSOR,
      count: MAX_ID_PAGE,
    })
    assert.deepEqual(membersOf(page), followers.toReversed().slice(0, MAX_ID_PAGE))
    assert.notEqual(page.nextCursor, 0n)
  })
}

/** Reads the page of a cursor, in one list and with one page size. */
type Look = (cursor: bigint) => Promise<IdPage>

function pager(reader: Reader, model: GraphModel, list: ListName, count: number): Look {
  const read = list === 'followers' ? followerIds : friendIds
  return (cursor) => read(reader, { userId: model.owner, cursor, count })
}

function membersOf(page: IdPage): bigint[] {
  return page.ids === '' ? [] : page.ids.split(',').map(BigInt)
}

/** Runs the steps of a history concurrently, for a new user or the user of `known`. */
async function live(runtime: Runtime, history: readonly Change[], known?: GraphModel): Promise<GraphModel> {
  const model = known ?? (await newModel(runtime))
  const done = await Promise.all(history.map((change) => perform(runtime.context, model, change)))
  assert.deepEqual(
    done,
    history.map((change) => model.apply(change)),
  )
  return model
}

async function newModel({ context }: Runtime): Promise<GraphModel> {
  const [owner = 0n, ...members] = (await createUsers(context, MEMBERS + 1)).map((user) => user.id)
  return new GraphModel(owner, members)
}

/** A list of five followers, and a function that reads it in pages of two. */
async function listOfFive(runtime: Runtime): Promise<{ model: GraphModel; look: Look }> {
  const history: Change[] = [0, 1, 2, 3, 4].map((member) => ({ kind: 'follow', list: 'followers', member }))
  const model = await live(runtime, history)
  return { model, look: pager(runtime.store, model, 'followers', 2) }
}

function indexOf(model: GraphModel, member: bigint | undefined): number {
  return model.members.indexOf(member ?? 0n)
}

async function walk(look: Look, from: bigint, onward: (page: IdPage) => bigint): Promise<IdPage[]> {
  const pages: IdPage[] = []
  for (let cursor = from; cursor !== 0n; ) {
    const page = await look(cursor)
    pages.push(page)
    cursor = onward(page)
  }
  return pages
}

/** The edges whose member is not hidden. */
async function visibleEdges({ store }: Runtime, model: GraphModel, list: ListName): Promise<StoredEdge[]> {
  const edges = await storedEdges(store, model.owner, list)
  return edges.filter(({ member }) => !model.isHidden(member))
}

/**
 * All cursors at, just before and just after each edge, in both directions, and the smallest and largest 64-bit values.
 */
function cursorsAround(edges: readonly StoredEdge[]): bigint[] {
  const near = edges.flatMap(({ position }) => [position - 1n, position, position + 1n])
  const ends = [1n, 2n, 3n, LARGEST - 1n, LARGEST]
  const forward = [...near, ...ends]
  return [FIRST_CURSOR, -LARGEST - 1n, ...forward, ...forward.map((cursor) => -cursor)]
}

/** Compares one page, and the pages that its two cursors lead to, with slices of the sorted array. */
async function checkPage(
  model: GraphModel,
  edges: readonly StoredEdge[],
  look: Look,
  cursor: bigint,
  count: number,
): Promise<void> {
  const expected = (from: number, to: number) =>
    edges.slice(Math.max(0, from), to).flatMap(({ member }) => (model.isHidden(member) ? [] : [member]))
  const [from, to] = sliceAt(edges, cursor, count)
  const page = await look(cursor)
  const note = `cursor ${cursor}, count ${count}, edges ${edges.map(({ position }) => position)}`
  assert.deepEqual(membersOf(page), expected(from, to), note)
  assert.equal(page.nextCursor > 0n, to < edges.length, note)
  assert.equal(page.previousCursor < FIRST_CURSOR, from > 0, note)
  if (page.nextCursor === 0n) assert.ok(to >= edges.length, note)
  else assert.deepEqual(membersOf(await look(page.nextCursor)), expected(to, to + count), note)
  if (page.previousCursor === 0n) assert.equal(from, 0, note)
  else assert.deepEqual(membersOf(await look(page.previousCursor)), expected(from - count, from), note)
}

/** Start and end index, in the array of edges, of the page of a cursor. */
function sliceAt(edges: readonly StoredEdge[], cursor: bigint, count: number): [number, number] {
  if (cursor === FIRST_CURSOR) return [0, Math.min(count, edges.length)]
  const older = edges.filter(({ position }) => (cursor > 0n ? position < cursor : position <= -cursor)).length
  const split = edges.length - older
  return cursor > 0n ? [split, Math.min(split + count, edges.length)] : [Math.max(0, split - count), split]
}
