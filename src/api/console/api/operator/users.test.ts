/** Users at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, startDesk } from '../../../../../test/support/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users on ${engine}`, () => {
    test('200: found by id, name and words, also when hidden; the newest without a query', async (t) => {
      const { ann, context, user, userPath: path, userVersion: version } = await startDesk(t, engine)
      const other = await createOneUser(context)
      const found = async (query: string) =>
        (await ann.get(`/operator/users?${query}`)).body.users.map(({ id }: { id: string }) => id)
      const suspend = { action: 'suspend', reason: 'spam', version: await version() }
      assert.equal((await ann.post(`${path}/moderation`, suspend)).status, 200)
      assert.deepEqual(await found(`q=${user.id}`), [String(user.id)])
      assert.deepEqual(await found(`q=@${user.screenName}`), [String(user.id)])
      assert.ok((await found(`q=${encodeURIComponent(user.name)}`)).includes(String(user.id)))
      assert.deepEqual(await found('q=%00'), [])
      assert.deepEqual(await found('hidden=true'), [String(user.id)])
      assert.deepEqual(await found('count=1'), [String(other.id)])
      assert.deepEqual(await found(`before=${other.id}&count=1`), [String(user.id)])
    })

    test('200: a user with its apps, reach and history', async (t) => {
      const { ann, ben, context, user, userPath: path, userVersion: version } = await startDesk(t, engine)
      await createApp(context, { name: 'App', ownerId: user.id, permissions: 'read' })
      const countries = ['DE', 'FR']
      const withhold = { action: 'withhold', countries, reason: ' a law ', version: await version() }
      const changed = await ann.post(`${path}/moderation`, withhold)
      assert.deepEqual(changed.body.withheld_in_countries, countries)
      const wider = { ...withhold, countries: ['XX'], version: changed.body.version }
      assert.equal((await ben.post(`${path}/moderation`, wider)).status, 200)
      const { body } = await ann.get(path)
      assert.deepEqual([body.user.posts, body.apps.length, body.reach.apps, body.reach.streams], [1, 1, 1, 0])
      const [, first] = body.history
      assert.deepEqual([first.actor, first.reason, first.can_undo], ['ann@example.org', 'a law', true])
    })

    test('403/operators-only for other console users', async (t) => {
      const { developer, userPath } = await startDesk(t, engine)
      assertProblem(await developer.get(userPath), '403/operators-only')
    })

    test('404/user-not-found for an unknown id, and for a text', async (t) => {
      const { ann } = await startDesk(t, engine)
      for (const path of ['/operator/users/1', '/operator/users/x'])
        assertProblem(await ann.get(path), '404/user-not-found')
    })

    test('400/field-invalid for a parameter that is no id', async (t) => {
      const { ann } = await startDesk(t, engine)
      assertProblem(await ann.get('/operator/users?before=x'), '400/field-invalid')
    })
  })
}
