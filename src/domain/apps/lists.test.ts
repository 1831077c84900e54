/** Lists for the operator, in pages of limited size: apps, tokens and projects. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import type { Page, PageRequest } from '../../lib/pages.ts'
import { createApp } from './create-app.ts'
import { listApps, showApp } from './list-apps.ts'
import { listTokens } from './list-tokens.ts'
import { listProjects } from './projects/list-projects.ts'
import { joinOwnProject } from './projects/own-project.ts'
import { issueToken, revokeToken } from './tokens.ts'

/** All items, read in pages of two. Asserts that no page is larger. */
async function inPages<Item, Key>(
  read: (asked: PageRequest<Key>) => Promise<Page<Item, Key>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let after: Key | undefined; ; ) {
    const page: Page<Item, Key> = await read({ after, count: 2 })
    assert.ok(page.items.length <= 2)
    items.push(...page.items)
    if (page.next === null) return items
    after = page.next
  }
}

async function setUp(t: TestContext, engine: Engine) {
  const { context, store } = await testRuntime(t, await freshConfig(t, engine))
  const ada = await createOneUser(context)
  const bob = await createOneUser(context)
  const made = []
  for (const owner of [ada, bob, ada, ada, bob]) {
    made.push(await createApp(context, { name: 'App', ownerId: owner.id, permissions: 'read' }))
  }
  return { context, store, ada, bob, ids: made.map(({ appId }) => appId) }
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `apps are listed in pages, oldest first, for all owners or for one owner (${engine})`,
    async (t) => {
      const { store, ada, bob, ids } = await setUp(t, engine)
      const all = await inPages<Awaited<ReturnType<typeof listApps>>['items'][number], bigint>((asked) =>
        listApps(store, undefined, asked),
      )
      assert.deepEqual(
        all.map(({ app, owner }) => [app.id, owner]),
        ids.map((id, index) => [id, [0, 2, 3].includes(index) ? ada.screenName : bob.screenName]),
      )
      const own = await listApps(store, bob.id, { count: 10 })
      assert.deepEqual([own.items.map(({ app }) => app.id), own.next], [[ids[1], ids[4]], null])
      const shown = await showApp(store, ids[0] ?? 0n)
      assert.deepEqual(
        [shown.app.id, shown.owner, shown.enrolment.isInLabs, shown.project],
        [ids[0], ada.screenName, true, undefined],
      )
      await assert.rejects(showApp(store, 1n), { reason: 'app-not-found' })
    },
  )

  test(`tokens are listed in pages, by app, by user, and with revoked tokens on request (${engine})`, async (t) => {
    const { context, store, ada, bob, ids } = await setUp(t, engine)
    const [one = 0n, two = 0n] = ids
    const tokens = []
    for (const [appId, user] of [
      [one, ada],
      [one, bob],
      [two, ada],
      [one, ada],
    ] as const) {
      tokens.push((await issueToken(context, { appId, userId: user.id })).accessToken)
    }
    const [first = '', second = '', third = '', fourth = ''] = tokens
    await revokeToken(context, fourth)
    const list = async (wanted: { appId?: bigint; userId?: bigint; withRevoked?: boolean }) =>
      (
        await inPages<{ token: string }, string>((asked) =>
          listTokens(store, { withRevoked: false, ...wanted }, asked),
        )
      )
        .map(({ token }) => token)
        .sort()
    assert.deepEqual(await list({}), [first, second, third].sort())
    assert.deepEqual(await list({ withRevoked: true }), tokens.toSorted())
    assert.deepEqual(await list({ appId: one }), [first, second].sort())
    assert.deepEqual(await list({ userId: ada.id }), [first, third].sort())
    assert.deepEqual(await list({ userId: ada.id, appId: one, withRevoked: true }), [first, fourth].sort())
    const { items } = await listTokens(store, { appId: two, withRevoked: true }, { count: 1 })
    assert.deepEqual(items, [
      {
        token: third,
        appId: two,
        appName: 'App',
        userId: ada.id,
        screenName: ada.screenName,
        permissions: 'read',
        createdAt: items[0]?.createdAt,
        revokedAt: null,
      },
    ])
  })

  slowOnPostgres(engine)(`projects are listed with their owner and number of apps (${engine})`, async (t) => {
    const { context, store, ada, bob, ids } = await setUp(t, engine)
    for (const id of ids) await joinOwnProject(context, id)
    const all = await listProjects(store, undefined, { count: 10 })
    assert.deepEqual(
      all.items.map(({ owner, appCount, name }) => [owner, appCount, name]),
      [
        [ada.screenName, 3, 'Default project'],
        [bob.screenName, 2, 'Default project'],
      ],
    )
    const first = await listProjects(store, undefined, { count: 1 })
    assert.equal(first.next, all.items[0]?.id)
    const own = await listProjects(store, bob.id, { count: 1 })
    assert.deepEqual(own, { items: all.items.slice(1), next: null })
  })
}
