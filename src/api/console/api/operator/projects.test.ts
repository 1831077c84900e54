/** Projects at the desk (spec/console.md#projects-at-the-desk). */
import assert from 'node:assert/strict'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../test/support/console/desk-refusals.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { createProject, MAX_PROJECTS_OF_OWNER } from '../../../../domain/apps/projects/projects.ts'

const PATH = '/operator/projects'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`projects of all owners, in pages, on ${engine}`, async (t) => {
    const { ann, context, developer, user } = await startDesk(t, engine)
    const other = await createOneUser(context)
    const made = await ann.post(PATH, { name: ' Birds ', username: `@${user.screenName}` })
    assert.deepEqual([made.status, made.body.name], [201, 'Birds'])
    const { id: second } = await createProject(context, { name: 'Fish', ownerId: other.id })
    const first = await ann.get(`${PATH}?count=1`)
    assert.deepEqual(
      [first.body.projects.map(({ id }: { id: string }) => id), first.body.next],
      [[made.body.id], made.body.id],
    )
    const rest = (await ann.get(`${PATH}?after=${first.body.next}`)).body
    assert.deepEqual([rest.projects[0].id, rest.projects[0].apps, rest.next], [String(second), 0, null])
    const ofOne = async (owner: string) =>
      (await ann.get(`${PATH}?owner=${owner}`)).body.projects.map(({ name }: { name: string }) => name)
    assert.deepEqual(await ofOne(`@${other.screenName}`), ['Fish'])
    assert.deepEqual(await ofOne('unknown_user'), [])
    const [entry] = (await ann.get('/operator/audit?action=project.create')).body.entries
    assert.deepEqual([entry.actor, entry.subject.name], ['ann@example.org', 'Birds'])

    const good = { name: 'More', username: user.screenName }
    await t.test('404/user-not-found for an unknown owner', async () => {
      const { status, body } = await ann.post(PATH, { ...good, username: 'unknown_user' })
      assert.deepEqual([status, body.reason, body.field], [404, 'user-not-found', 'username'])
    })
    await t.test('400/name-too-long for a long and an empty name', async () => {
      for (const name of ['x'.repeat(51), ' '])
        await refused(ann.post(PATH, { ...good, name }), 400, 'name-too-long')
    })
    await t.test('400/name-invalid for control characters', () =>
      refused(ann.post(PATH, { ...good, name: 'a\u0007b' }), 400, 'name-invalid'),
    )
    await t.test('400/field-invalid without a name, and for an invalid cursor', async () => {
      await refused(ann.post(PATH, { username: user.screenName }), 400, 'field-invalid')
      await refused(ann.get(`${PATH}?after=x`), 400, 'field-invalid')
    })
    await t.test('409/projects-too-many beyond the limit of an owner', async () => {
      for (let number = 1; number < MAX_PROJECTS_OF_OWNER; number += 1)
        await createProject(context, { name: `Number ${number}`, ownerId: user.id })
      await refused(ann.post(PATH, good), 409, 'projects-too-many')
    })
    await refusesOthers(t, { operator: ann, developer }, [
      ['GET', PATH],
      ['POST', PATH, good],
    ])
  })
}
