import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { requireApp } from '../app.ts'
import { findAppAbout, NO_ABOUT } from '../app-about.ts'
import { createApp } from '../create-app.ts'
import { deleteProject, updateProject } from '../projects/change-project.ts'
import { createProject, findProjectOfApp, requireProject } from '../projects/projects.ts'
import { updateApp } from '../update-app.ts'
import { createOwnApp, MAX_STANDALONE_APPS, moveApp, projectsOfApps } from './own-apps.ts'

for (const engine of ENGINES) {
  test(`apps and projects of an owner on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime
    const { id: ownerId } = await createOneUser(context)
    const { id: otherId } = await createOneUser(context)
    const input = { name: 'An app', ownerId, permissions: 'read' } as const
    const project = await createProject(context, {
      name: 'Own',
      ownerId,
      useCase: 'Research',
      description: 'Birds.',
    })
    const foreign = await createProject(context, { name: 'Foreign', ownerId: otherId })

    await t.test(
      'spec/console.md#apps: an app is created with its public facts in a project of its owner',
      async () => {
        const facts = {
          termsUrl: 'https://a.example/terms',
          privacyUrl: 'https://a.example/privacy',
          organisation: 'A & B <Ltd>',
          organisationUrl: 'https://a.example',
          allowsSignIn: false,
        }
        const { appId } = await createOwnApp(context, { ...input, ...facts, projectId: project.id })
        assert.deepEqual(await findAppAbout(store, appId), facts)
        assert.deepEqual(await findProjectOfApp(store, appId), project)
        assert.deepEqual((await projectsOfApps(store, ownerId)).get(appId), project.id)
        const { changed } = await updateApp(context, appId, { organisation: '', allowsSignIn: true })
        assert.deepEqual(changed, ['organisation', 'allowsSignIn'])
        assert.deepEqual(await findAppAbout(store, appId), { ...facts, organisation: '', allowsSignIn: true })
        await assert.rejects(createOwnApp(context, { ...input, projectId: foreign.id }), {
          reason: 'project-not-found',
        })
        await assert.rejects(moveApp(context, appId, foreign.id), { reason: 'project-not-found' })
        const { appId: simple } = await createApp(context, input)
        assert.deepEqual(await findAppAbout(store, simple), NO_ABOUT)
        await moveApp(context, simple, project.id)
      },
    )

    await t.test('invalid facts are refused, each with its own reason', async () => {
      for (const [facts, reason] of [
        [{ termsUrl: 'javascript:alert(1)' }, 'terms-url-invalid'],
        [{ privacyUrl: 'https://a.example/ b' }, 'privacy-url-invalid'],
        [{ organisationUrl: 'https://me:pw@a.example' }, 'organisation-url-invalid'],
        [{ organisation: 'a\nb' }, 'organisation-invalid'],
        [{ organisation: 'x'.repeat(101) }, 'organisation-invalid'],
      ] as const) {
        const events = await eventsOf(runtime, () =>
          assert.rejects(createOwnApp(context, { ...input, ...facts, projectId: undefined }), { reason }),
        )
        assert.deepEqual(events, [], reason)
      }
    })

    await t.test(
      'spec/console.md#apps: a user has at most 10 standalone apps, also if they are created at the same time',
      async () => {
        const standalone = { ...input, projectId: undefined }
        const tries = Array.from({ length: MAX_STANDALONE_APPS + 2 }, () => createOwnApp(context, standalone))
        const results = await Promise.allSettled(tries)
        const created = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.appId] : []))
        assert.equal(created.length, MAX_STANDALONE_APPS)
        const reasons = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.reason] : []))
        assert.deepEqual(reasons, ['apps-too-many', 'apps-too-many'])
        const [first] = created
        assert.ok(first !== undefined)
        const { appId: inside } = await createOwnApp(context, { ...input, projectId: project.id })
        await assert.rejects(moveApp(context, inside, undefined), { reason: 'apps-too-many' })
        const events = await eventsOf(runtime, async () => {
          await moveApp(context, first, project.id)
          await moveApp(context, first, project.id)
          await moveApp(context, inside, undefined)
        })
        assert.deepEqual(events.map(factsOf), [
          { kind: 'project.changed', project_id: project.id, change: 'app_added' },
          { kind: 'project.changed', project_id: project.id, change: 'app_removed' },
        ])
        assert.equal(await findProjectOfApp(store, inside), undefined)
        assert.equal((await requireApp(store, first)).ownerId, ownerId)
      },
    )

    await t.test('a project can be changed, and can be deleted only without apps', async () => {
      const { id } = await createProject(context, { name: 'Empty', ownerId })
      const events = await eventsOf(runtime, async () => {
        const changed = await updateProject(context, id, { name: 'Named', description: 'Words.' })
        assert.deepEqual(await requireProject(store, id), changed)
        assert.deepEqual([changed.name, changed.useCase, changed.description], ['Named', '', 'Words.'])
        await updateProject(context, id, { name: 'Named' })
        await deleteProject(context, id)
      })
      assert.deepEqual(events.map(factsOf), [
        { kind: 'project.changed', project_id: id, change: 'updated' },
        { kind: 'project.changed', project_id: id, change: 'deleted' },
      ])
      await assert.rejects(deleteProject(context, id), { reason: 'project-not-found' })
      await assert.rejects(updateProject(context, id, {}), { reason: 'project-not-found' })
      await assert.rejects(deleteProject(context, project.id), { reason: 'project-not-empty' })
      await assert.rejects(updateProject(context, project.id, { useCase: 'a\nb' }), {
        reason: 'use-case-invalid',
      })
      await assert.rejects(updateProject(context, project.id, { description: 'x'.repeat(201) }), {
        reason: 'description-invalid',
      })
    })
  })
}
