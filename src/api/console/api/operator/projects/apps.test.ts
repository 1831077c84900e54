/** Moving apps into projects at the desk (spec/console.md#projects-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { createProject, findProjectOfApp } from '../../../../../domain/apps/projects/projects.ts'

test('204 moves the app from its former project into this one', async (t) => {
  const { ann, context, developer, user } = await startDesk(t, 'sqlite')
  const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
  const body = { app_id: String(appId) }
  const projects = ['Birds', 'Fish'].map((name) => createProject(context, { name, ownerId: user.id }))
  for (const { id } of await Promise.all(projects)) {
    assert.equal((await ann.post(`/operator/projects/${id}/apps`, body)).status, 204)
    assert.equal((await findProjectOfApp(context.store, appId))?.id, id)
  }
  const { entries } = (await ann.get('/operator/audit?action=project.add_app')).body
  assert.deepEqual(
    entries.map(({ details }: { details: object }) => details),
    [
      { app_id: String(appId), app: 'Bird' },
      { app_id: String(appId), app: 'Bird' },
    ],
  )

  const [first] = await Promise.all(projects)
  const path = `/operator/projects/${first?.id}/apps`
  await t.test('404/project-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.post(`/operator/projects/${id}/apps`, body), 404, 'project-not-found')
  })
  await t.test('404/app-not-found for unknown ids', async () => {
    for (const id of ['1', 'x']) await refused(ann.post(path, { app_id: id }), 404, 'app-not-found')
  })
  await t.test('400/field-invalid without an app', () => refused(ann.post(path, {}), 400, 'field-invalid'))
  await refusesOthers(t, { operator: ann, developer }, [['POST', path, body]])
})
