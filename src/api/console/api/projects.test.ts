/** /console/api/projects: spec/console.md#projects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openAppConsole } from '../../../../test/support/console/console-own-apps.ts'
import { createProject } from '../../../domain/apps/projects/projects.ts'

test('projects are created, changed, listed and deleted', async (t) => {
  const { client, otherDeveloper, unlinked, path, owner, context } = await openAppConsole(t)
  const sent = { name: ' <b>Birds</b> ', use_case: 'Research', description: ' All of them. ' }
  const made = await client.post('/projects', sent)
  const { id, created_at, ...rest } = made.body
  assert.deepEqual(
    [made.status, rest],
    [201, { name: '<b>Birds</b>', use_case: 'Research', description: 'All of them.' }],
  )
  const changed = await client.put(`/projects/${id}`, { name: 'Fish' })
  assert.deepEqual(changed.body, { ...made.body, name: 'Fish' })
  assert.deepEqual((await client.get('/projects')).body, { projects: [changed.body] })
  assert.deepEqual((await unlinked.get('/projects')).body, { projects: [] })

  await t.test('400/field-invalid for a number as name', async () => {
    assertProblem(await client.post('/projects', { name: 7 }), 400, 'field-invalid', 'name')
    assertProblem(await client.put(`/projects/${id}`, { name: 7 }), 400, 'field-invalid', 'name')
  })
  await t.test('400/name-too-long for 51 characters, and for blanks', async () => {
    for (const name of ['x'.repeat(51), '  '])
      assertProblem(await client.post('/projects', { name }), 400, 'name-too-long', 'name')
  })
  await t.test('400/name-invalid for a line break', async () => {
    assertProblem(await client.put(`/projects/${id}`, { name: 'a\nb' }), 400, 'name-invalid', 'name')
  })
  await t.test('400/use-case-invalid for 51 characters', async () => {
    const body = { name: 'a', use_case: 'x'.repeat(51) }
    assertProblem(await client.post('/projects', body), 400, 'use-case-invalid', 'use_case')
  })
  await t.test('400/description-invalid for 201 characters', async () => {
    const body = { description: 'x'.repeat(201) }
    assertProblem(await client.put(`/projects/${id}`, body), 400, 'description-invalid', 'description')
  })
  await t.test('404/project-not-found for the project of another developer', async () => {
    assertProblem(await otherDeveloper.put(`/projects/${id}`, { name: 'Mine' }), 404, 'project-not-found')
    assertProblem(await otherDeveloper.delete(`/projects/${id}`), 404, 'project-not-found')
  })
  await t.test('409/no-network-user for an account without a user', async () => {
    assertProblem(await unlinked.post('/projects', { name: 'a' }), 409, 'no-network-user')
  })
  await t.test('403/foreign-origin for the page of another site', async () => {
    const site = { origin: 'https://evil.example' }
    assertProblem(await client.call('POST', '/projects', { name: 'a' }, site), 403, 'foreign-origin')
  })
  await t.test('409/project-not-empty with an app', async () => {
    await client.put(`${path}/project`, { project_id: id })
    assertProblem(await client.delete(`/projects/${id}`), 409, 'project-not-empty')
    await client.put(`${path}/project`, { project_id: null })
    assert.equal((await client.delete(`/projects/${id}`)).status, 204)
  })
  await t.test('409/projects-too-many beyond 100', async () => {
    for (let count = 0; count < 100; count += 1)
      await createProject(context, { name: `p${count}`, ownerId: owner.id })
    assertProblem(await client.post('/projects', { name: 'One more' }), 409, 'projects-too-many')
  })
})
