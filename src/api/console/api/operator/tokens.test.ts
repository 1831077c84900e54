/** Access tokens at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, startDesk } from '../../../../../test/support/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'
import { issueToken, revokeToken } from '../../../../domain/apps/tokens.ts'

const PATH = '/operator/tokens'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    test('200 tokens without secrets, by app, user and page; revoked ones on request', async (t) => {
      const { ann, context, user } = await startDesk(t, engine)
      const other = await createOneUser(context)
      const make = async (name: string) =>
        (await createApp(context, { name, ownerId: user.id, permissions: 'read' })).appId
      const [bird, cat] = [await make('Bird'), await make('Cat')]
      const first = await issueToken(context, { appId: bird, userId: user.id })
      await issueToken(context, { appId: bird, userId: other.id })
      const third = await issueToken(context, { appId: cat, userId: user.id })
      await revokeToken(context, third.accessToken)
      const tokens = async (query: string) => (await ann.get(`${PATH}?${query}`)).body.tokens
      assert.equal((await tokens('')).length, 2)
      assert.equal((await tokens(`app=${bird}`)).length, 2)
      const [found, ...more] = await tokens(`user=${user.id}`)
      assert.deepEqual([found.token, found.app.name, more], [first.accessToken, 'Bird', []])
      assert.ok(!JSON.stringify(found).includes(first.accessTokenSecret))
      assert.equal((await tokens('revoked=true')).length, 3)
      const page = (await ann.get(`${PATH}?count=1`)).body
      assert.equal((await tokens(`after=${page.next}`)).length, 1)
    })

    test('400/field-invalid for a wrong page', async (t) => {
      const { ann } = await startDesk(t, engine)
      for (const query of ['after=a%20b', 'user=x', 'app=x'])
        assertProblem(await ann.get(`${PATH}?${query}`), '400/field-invalid')
    })

    test('403/operators-only for other console users', async (t) => {
      const { developer } = await startDesk(t, engine)
      assertProblem(await developer.get(PATH), '403/operators-only')
    })
  })
}
