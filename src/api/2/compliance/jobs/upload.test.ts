import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer } from '../../../../../test/support/server.ts'
import { openComplianceJob } from '../../../../../test/support/streams/compliance-job.ts'
import { createUsers } from '../../../../../test/support/users.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { workOnJobs } from '../../../../domain/compliance/jobs.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'

/** One server for all tests that run no jobs. */
const shared = sharedServer()

function put(address: string, body: string | Buffer): Promise<Response> {
  return fetch(address, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body })
}

test('spec/batch-compliance.md#upload: a job accepts one upload, from any client that knows the URL', async (t) => {
  const { upload } = await openComplianceJob(t, shared)
  assert.equal((await put(upload.replace(/key=.*/, 'key=wrong'), '1')).status, 404)
  assert.equal((await put(upload, '1\r\n\n 2 \n')).status, 200)
})

test('400/2 a second upload, a line that is not an id, and an id beyond 64 bits', async (t) => {
  const { upload } = await openComplianceJob(t, shared)
  for (const text of ['1\nx', '99999999999999999999', '-1'])
    assert.equal((await put(upload, text)).status, 400)
  assert.equal((await put(upload, '1')).status, 200)
  const again = await put(upload, '1')
  assert.equal(again.status, 400)
  assert.equal(JSON.parse(await again.text()).title, 'Invalid Request')
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`400/2 one of two concurrent uploads is accepted, with its complete result, on ${engine}`, async (t) => {
    const { context, upload, download } = await openComplianceJob(t, engine, 'users')
    const gone = await createUsers(context, 30)
    for (const { id: userId } of gone) await changeUserState(context, { userId, action: 'suspend' })
    // Every 200th id of an upload belongs to a user. The two uploads have different users.
    const idsOf = (side: number) =>
      Array.from({ length: 3_000 }, (_, index) =>
        index % 200 === 0 ? String(gone[index / 100 + side]?.id) : String(index + 1),
      )
    const uploads = [idsOf(0), idsOf(1)]
    const answers = await Promise.all(uploads.map((ids) => put(upload, ids.join('\n'))))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 400])
    while (await workOnJobs(context)) {
      // Each call looks up the next part of the ids.
    }
    const lines = (await (await fetch(download)).text()).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      uploads[statuses.indexOf(200)]?.filter((_, index) => index % 200 === 0),
    )
  })
}

test('400/2 the error names the line of an invalid id, and the whole upload is refused', async (t) => {
  const { upload } = await openComplianceJob(t, shared)
  const rounded = Array.from({ length: 12 }, (_, index) =>
    String(Number(1490828800000000001n + BigInt(index) * 12345n)),
  )
  for (const [text, reason] of [
    ['1\nnonsense\n3', /line 2: "nonsense" is not an id/],
    ['{"id_str":"5","text":"a"}\n{"foo":1,"bar":2}\n', /line 2: there is no id of a post/],
    ['4.9E+17', /line 1: a spreadsheet has rounded these ids; export the column as text/],
    [rounded.join('\n'), /a spreadsheet has rounded these ids/],
    ['490828800000000001,490828800000000002\n', /look like ids/],
    ['', /there is no id/],
    ['# nothing\n', /there is no id/],
  ] as const) {
    const answer = await put(upload, text)
    const { errors } = JSON.parse(await answer.text())
    assert.equal(answer.status, 400, text)
    assert.match(errors[0].message, reason)
  }
  assert.equal((await put(upload, '1')).status, 200)
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/id-lists.md#batch-jobs: a job reads every format that the command for checks reads, on ${engine}`, async (t) => {
    const { context, ownerId, another } = await openComplianceJob(t, engine)
    const { id } = await createPost(context, { authorId: ownerId, text: 'not for long' })
    await deletePost(context, { postId: id })
    const forms: Readonly<Record<string, string | Buffer>> = {
      quoted: `"${id}"\r\n`,
      scores: `tweet_id,score\n${id},0.5\n`,
      'a JSON list': `[${id}]`,
      posts: `${JSON.stringify({ id_str: String(id), text: 'not for long', user: { id_str: '5' } })}\n`,
      'a page': JSON.stringify({ data: [{ id: String(id), text: 'a' }], meta: {} }),
      gzip: gzipSync(`${id}\n`),
      'UTF-16': Buffer.from(`\ufeff${id}\r\n`, 'utf16le'),
    }
    for (const [form, content] of Object.entries(forms)) {
      const { upload, download } = await another()
      assert.equal((await put(upload, content)).status, 200, form)
      while (await workOnJobs(context)) {
        // Each call looks up the next part of the ids.
      }
      const line = JSON.parse(await (await fetch(download)).text())
      assert.deepEqual([line.id, line.reason], [String(id), 'deleted'], form)
      assert.match(line.created_at, /^\d{4}-\d\d-\d\dT.*Z$/, form)
    }
  })
}

test('413 more than 16 MiB', async (t) => {
  const { upload } = await openComplianceJob(t, shared)
  assert.equal((await put(upload, '1\n'.repeat(9 * 2 ** 20))).status, 413)
})

test('404/1 a wrong key, and an unknown job', async (t) => {
  const { upload } = await openComplianceJob(t, shared)
  const method = 'PUT'
  for (const address of [upload.replace(/key=.*/, 'key=wrong'), upload.replace(/jobs.\d+/, 'jobs/1')]) {
    assert.equal((await fetch(address, { method })).status, 404)
  }
})
