/** The audit log at the desk, which only operators may read (spec/console.md#audit-log, spec/console.md#operators). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer, startTestServer } from '../../../../../test/support/server.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { setConsoleOperator } from '../../../../domain/console/operators.ts'
import { changePostState } from '../../../../domain/posts/state/change-post-state.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/audit on ${engine}`, () => {
    const shared = sharedServer({ engine })

    test('200: actions of operators only, the newest first, with filters and pages', async (t) => {
      const server = await startTestServer(t, { engine })
      const { context } = server
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const user = await createOneUser(context)
      const { id: postId } = await createPost(context, { authorId: user.id, text: 'a cat' })
      const byCommand = { ...context, operator: { actor: 'command line' } }
      const byToken = { ...context, operator: { actor: 'admin token', details: { alias: 'ann' } } }
      await changePostState(byCommand, { postId, action: 'withhold', countries: ['DE'], reason: 'a law\0' })
      await changePostState(byToken, { postId, action: 'withhold', countries: ['FR'] })
      await assert.rejects(changePostState(byToken, { postId, action: 'undrop' }))
      await changeUserState(byCommand, { userId: user.id, action: 'suspend', reason: 'spam' })
      // This change is not an action of an operator.
      await changeUserState(context, { userId: user.id, action: 'protect' })
      await deletePost(byCommand, { postId })
      const { body } = await operator.get('/operator/audit')
      assert.deepEqual(
        body.entries.map((entry: Record<string, unknown>) => [entry['action'], entry['actor']]),
        [
          ['post.delete', 'command line'],
          ['user.suspend', 'command line'],
          ['post.withhold', 'admin token'],
          ['post.withhold', 'command line'],
        ],
      )
      const [, suspended, later, first] = body.entries
      assert.deepEqual(suspended.subject, { kind: 'user', key: String(user.id), name: user.screenName })
      assert.equal(suspended.reason, 'spam')
      assert.equal(first.reason, 'a law\u{fffd}')
      assert.deepEqual(later.details, {
        alias: 'ann',
        author_id: String(user.id),
        countries_before: ['DE'],
        countries: ['FR'],
      })
      const shown = async (query: string) =>
        (await operator.get(`/operator/audit?${query}`)).body.entries.map(({ id }: { id: string }) => id)
      assert.deepEqual(await shown('actor=admin%20token'), [later.id])
      assert.deepEqual(await shown('action=user.suspend'), [suspended.id])
      assert.deepEqual(await shown(`subject_kind=user&subject=${user.id}`), [suspended.id])
      assert.deepEqual(await shown('actor=%00'), [])
      const page = await operator.get('/operator/audit?count=3')
      assert.equal(page.body.next, later.id)
      assert.deepEqual(await shown(`after=${page.body.next}`), [first.id])
    })

    test('403/operators-only before a user becomes an operator, and after the user stops being an operator', async () => {
      const server = await shared()
      const { context } = server
      const email = 'ann@example.org'
      const client = await ConsoleClient.signedIn(server, { email })
      const answer = await client.get('/operator/audit')
      assert.deepEqual([answer.status, answer.body.reason], [403, 'operators-only'])
      await setConsoleOperator(context, email.toUpperCase(), true)
      assert.equal((await client.get('/session')).body.user.is_operator, true)
      assert.equal((await client.get('/operator/audit')).status, 200)
      await assert.rejects(setConsoleOperator(context, email, true), { reason: 'state-already-so' })
      await setConsoleOperator(context, email, false)
      assert.equal((await client.get('/operator/audit')).status, 403)
    })

    test('400/field-invalid for an id that is not a number', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const answer = await operator.get('/operator/audit?after=x')
      assert.deepEqual([answer.status, answer.body.reason], [400, 'field-invalid'])
    })
  })
}
