import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import { requireApp } from './app.ts'
import { createApp } from './create-app.ts'
import { findTokenHolder } from './token-holder.ts'
import { issueToken } from './tokens.ts'
import { updateApp } from './update-app.ts'

async function setUp(t: TestContext, engine: Engine) {
  const runtime = await testRuntime(t, await freshConfig(t, engine))
  const { context } = runtime
  const { id: ownerId } = await createOneUser(context)
  const { appId } = await createApp(context, { name: 'An app', ownerId, permissions: 'read' })
  return { runtime, context, ownerId, appId }
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`an update changes only the given fields, with one event (${engine})`, async (t) => {
    const { runtime, context, appId } = await setUp(t, engine)
    const before = await requireApp(context.store, appId)
    const changes = {
      name: 'Another',
      url: 'https://example.org/app',
      description: 'What it does.',
      callbackUrls: ['https://example.org/back'],
      permissions: 'read-write',
      mayReadEmail: true,
    } as const
    const events = await eventsOf(runtime, async () => {
      const { app, changed } = await updateApp(context, appId, changes)
      assert.deepEqual(app, { ...before, ...changes })
      assert.deepEqual([...changed].sort(), Object.keys(changes).sort())
    })
    assert.deepEqual(events.map(factsOf), [{ kind: 'app.changed', app_id: appId, change: 'updated' }])
    assert.deepEqual(await requireApp(context.store, appId), { ...before, ...changes })
    const cleared = await updateApp(context, appId, { url: '', callbackUrls: [] })
    assert.deepEqual(cleared.changed, ['url', 'callbackUrls'])
    assert.deepEqual(await requireApp(context.store, appId), {
      ...before,
      ...changes,
      url: '',
      callbackUrls: [],
    })
  })

  slowOnPostgres(engine)(
    `an update without changes, of an unknown app or with invalid fields appends no event (${engine})`,
    async (t) => {
      const { runtime, context, appId } = await setUp(t, engine)
      const before = await requireApp(context.store, appId)
      const events = await eventsOf(runtime, async () => {
        const { changed } = await updateApp(context, appId, { name: 'An app', permissions: 'read' })
        assert.deepEqual(changed, [])
        await assert.rejects(updateApp(context, 1n, { name: 'B' }), { reason: 'app-not-found' })
        const bad = { name: 'Good', url: 'javascript:alert(1)' }
        await assert.rejects(updateApp(context, appId, bad), { reason: 'app-url-invalid' })
        await assert.rejects(updateApp(context, appId, { name: '<i>' }), { reason: 'name-invalid' })
      })
      assert.deepEqual(events, [])
      assert.deepEqual(await requireApp(context.store, appId), before)
    },
  )

  slowOnPostgres(engine)(
    `spec/console.md#app-permissions: a change of permissions applies only to new tokens (${engine})`,
    async (t) => {
      const { context, appId, ownerId } = await setUp(t, engine)
      const levelOf = async (token: string) =>
        (await findTokenHolder(context.store, token))?.token.permissions
      const old = await issueToken(context, { appId, userId: ownerId })
      await updateApp(context, appId, { permissions: 'read-write' })
      const raised = await issueToken(context, { appId, userId: ownerId })
      await updateApp(context, appId, { permissions: 'read' })
      const lowered = await issueToken(context, { appId, userId: ownerId })
      assert.deepEqual(
        [
          await levelOf(old.accessToken),
          await levelOf(raised.accessToken),
          await levelOf(lowered.accessToken),
        ],
        ['read', 'read-write', 'read'],
      )
    },
  )

  test(`concurrent updates do not lose changes (${engine})`, async (t) => {
    const { context, appId } = await setUp(t, engine)
    await Promise.all([
      updateApp(context, appId, { name: 'Another' }),
      updateApp(context, appId, { url: 'https://example.org' }),
      updateApp(context, appId, { description: 'Words.' }),
    ])
    const { name, url, description } = await requireApp(context.store, appId)
    assert.deepEqual([name, url, description], ['Another', 'https://example.org', 'Words.'])
  })
}
