/** /console/api/apps/:app_id/project: spec/console.md#projects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openAppConsole } from '../../../../../test/support/console/console-own-apps.ts'

test('an app moves between projects of its owner, and out of them', async (t) => {
  const { client, otherDeveloper, path } = await openAppConsole(t)
  const project = (await client.post('/projects', { name: 'One' })).body
  const foreign = (await otherDeveloper.post('/projects', { name: 'Foreign' })).body
  const move = (project_id: unknown, by = client) => by.put(`${path}/project`, { project_id })
  assert.deepEqual((await move(project.id)).body.project, { id: project.id, name: 'One' })
  assert.equal((await move(null)).body.project, null)
  await t.test(
    '404/project-not-found for the project of another developer, and for an invalid id',
    async () => {
      for (const id of [foreign.id, '1', 'x']) assertProblem(await move(id), 404, 'project-not-found')
    },
  )
  await t.test('404/app-not-found for the app of another developer', async () => {
    assertProblem(await move(foreign.id, otherDeveloper), 404, 'app-not-found')
  })
  await t.test('400/field-invalid for a project id that is a number', async () => {
    assertProblem(await move(7), 400, 'field-invalid', 'project_id')
  })
  await t.test('403/foreign-origin for the page of another site', async () => {
    const site = { origin: 'https://evil.example' }
    const answer = await client.call('PUT', `${path}/project`, { project_id: null }, site)
    assertProblem(answer, 403, 'foreign-origin')
  })
  await t.test('409/apps-too-many outside projects', async () => {
    await move(project.id)
    for (let made = 0; made < 10; made += 1)
      await client.post('/apps', { name: `App ${made}`, permissions: 'read', project_id: null })
    assertProblem(await move(null), 409, 'apps-too-many')
  })
})
