/** /console/api/compliance/checks: spec/id-lists.md#counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsoleAnswer, ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer, type TestServer } from '../../../../../test/support/server.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'

const PATH = '/compliance/checks'

/** Uploads a file as the page does. */
async function upload(
  { url }: TestServer,
  { cookie }: ConsoleClient,
  text: string | undefined,
  { fields = {} }: { readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<ConsoleAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (text !== undefined) form.set('file', new File([text], 'ids.csv'))
  const headers = { origin: url, cookie: cookie ?? '' }
  const answer = await fetch(`${url}/console/api${PATH}`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`a list is uploaded, checked and reported on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    const { context } = server
    const { id: authorId } = await createOneUser(context)
    const { id: postId } = await createPost(context, { authorId, text: 'not for long' })
    await deletePost(context, { postId })
    const own = await ConsoleClient.signedIn(server)
    const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
    const started = await upload(server, own, `tweet_id\n${postId}\n7\n`, { fields: { name: 'ids.csv' } })
    assert.equal(started.status, 201, JSON.stringify(started.body))
    const path = `${PATH}/${started.body.id}`
    let check = started.body
    await waitUntil(async () => {
      check = (await own.get(path)).body
      return check.ended_at !== null
    })
    assert.deepEqual([check.state, check.name, check.type], ['complete', 'ids.csv', 'tweets'])
    assert.deepEqual([check.counts.to_delete, check.counts.unknown], [1, 1])
    assert.deepEqual(
      check.findings.map(({ id, action, reason }: Record<string, string>) => [id, action, reason]),
      [[String(postId), 'delete', 'deleted']],
    )
    const { body: report } = await own.get(`${path}/report`)
    assert.deepEqual(
      [report.report, report.ids.length, report.file],
      ['aviary compliance check', 2, 'ids.csv'],
    )
    assert.deepEqual((await own.get(PATH)).body.checks[0].id, check.id)

    assert.deepEqual((await other.get(PATH)).body.checks, [])
    await t.test('404/check-not-found for a check of another account', async () => {
      await refused(other.get(path), 404, 'check-not-found')
      await refused(other.delete(path), 404, 'check-not-found')
    })
    assert.equal((await own.delete(path)).status, 204)
  })
}

test('errors of uploads', async (t) => {
  const server = await startTestServer(t)
  const own = await ConsoleClient.signedIn(server)
  await t.test(
    '400/field-invalid without a file, for an unknown type, and for a body that is not multipart',
    async () => {
      await refused(upload(server, own, undefined), 400, 'field-invalid')
      await refused(upload(server, own, '1\n', { fields: { type: 'lists' } }), 400, 'field-invalid')
      await refused(own.post(PATH, {}), 400, 'field-invalid')
    },
  )
  await t.test('409/job-running while another check of the account is running', async () => {
    const many = Array.from({ length: 60_000 }, (_, index) => `${index + 1}\n`).join('')
    const started = await upload(server, own, many)
    await refused(upload(server, own, '1\n'), 409, 'job-running')
    assert.equal((await own.delete(`${PATH}/${started.body.id}`)).status, 204)
  })
  await refusesForeignOrigins(t, own, [['POST', PATH]])
})
