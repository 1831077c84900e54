import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { createApp } from '../create-app.ts'
import { addAppToProject, createProject, findProjectOfApp } from './projects.ts'

for (const engine of ENGINES) {
  describe(`projects on ${engine}`, () => {
    test('spec/console.md#projects: an app is in no project at first, and later in at most one', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      const { id: ownerId } = await createOneUser(context)
      const { appId } = await createApp(context, { name: 'a', ownerId, permissions: 'read' })
      assert.equal(await findProjectOfApp(store, appId), undefined)
      const first = await createProject(context, { name: 'first', ownerId })
      const second = await createProject(context, { name: 'second', ownerId })
      await addAppToProject(context, first.id, appId)
      assert.deepEqual(await findProjectOfApp(store, appId), first)
      await addAppToProject(context, second.id, appId)
      assert.deepEqual(await findProjectOfApp(store, appId), second)
    })

    test('invalid input is refused with its reason', async (t) => {
      const { context } = await testRuntime(t, await freshConfig(t, engine))
      const { id: ownerId } = await createOneUser(context)
      const { appId } = await createApp(context, { name: 'a', ownerId, permissions: 'read' })
      const { id } = await createProject(context, { name: 'p', ownerId })
      await assert.rejects(createProject(context, { name: '', ownerId }), { reason: 'name-too-long' })
      await assert.rejects(createProject(context, { name: 'p\0', ownerId }), { reason: 'name-invalid' })
      await assert.rejects(createProject(context, { name: 'p', ownerId: 1n }), { reason: 'user-not-found' })
      await assert.rejects(addAppToProject(context, 1n, appId), { reason: 'project-not-found' })
      await assert.rejects(addAppToProject(context, id, 1n), { reason: 'app-not-found' })
    })
  })
}
