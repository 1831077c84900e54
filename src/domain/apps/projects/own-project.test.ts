import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { must } from '../../../lib/assert.ts'
import { createApp } from '../create-app.ts'
import { findClient, isClientSecret } from '../oauth2/client.ts'
import { createAppInOwnProject, joinOwnProject } from './own-project.ts'
import { addAppToProject, createProject, findProjectOfApp } from './projects.ts'

for (const engine of ENGINES) {
  test(`projects of owners on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { id: ownerId } = await createOneUser(context)
    const make = async () =>
      (await createApp(context, { name: 'An app', ownerId, permissions: 'read' })).appId

    await t.test(
      'spec/labs-lookup.md#early-access: the first app creates the project, and the next app is added to it',
      async () => {
        const [one, other] = [await make(), await make()]
        const id = await joinOwnProject(context, one)
        assert.equal(await joinOwnProject(context, other), id)
        assert.equal(await joinOwnProject(context, one), id)
        for (const app of [one, other]) {
          const project = await findProjectOfApp(store, app)
          assert.deepEqual([project?.id, project?.ownerId, project?.name], [id, ownerId, 'Default project'])
        }
      },
    )

    await t.test('an app that has a project already stays in that project', async () => {
      const { id } = await createProject(context, { name: 'Another', ownerId })
      const app = await make()
      await addAppToProject(context, id, app)
      assert.equal(await joinOwnProject(context, app), id)
    })

    await t.test('projects of other owners are not used', async () => {
      const { appId } = await createTestApp(context)
      const id = await joinOwnProject(context, appId)
      assert.notEqual((await findProjectOfApp(store, appId))?.ownerId, ownerId)
      assert.equal((await findProjectOfApp(store, appId))?.id, id)
    })

    await t.test('an app, its client and its project are stored in one transaction', async () => {
      const { id: owner } = await createOneUser(context)
      const input = {
        name: 'An app',
        ownerId: owner,
        permissions: 'read',
        clientType: 'confidential',
      } as const
      let writes = 0
      const counted = new Proxy(store, {
        get(target, name) {
          if (name === 'write') writes += 1
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      const one = await createAppInOwnProject({ ...context, store: counted }, input)
      assert.equal(writes, 1)
      const { clientId, clientSecret = '' } = must(one.client, 'a client')
      const stored = must(await findClient(store, clientId), 'the stored client')
      assert.deepEqual([stored.app.id, isClientSecret(stored.client, clientSecret)], [one.appId, true])
      const other = await createAppInOwnProject(context, input)
      const project = await findProjectOfApp(store, one.appId)
      assert.deepEqual([project?.ownerId, project?.name], [owner, 'Default project'])
      assert.equal(one.projectId, project?.id)
      assert.equal((await findProjectOfApp(store, other.appId))?.id, project?.id)
    })

    await t.test('an unknown app is refused', async () => {
      await assert.rejects(joinOwnProject(context, 1n), { name: 'Refusal', reason: 'app-not-found' })
    })
  })
}
