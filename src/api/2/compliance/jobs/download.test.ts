import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServer } from '../../../../../test/support/server.ts'
import { openComplianceJob } from '../../../../../test/support/streams/compliance-job.ts'
import { workOnJobs } from '../../../../domain/compliance/jobs.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'

/** One server for all tests. */
const shared = sharedServer()

test('spec/batch-compliance.md#results: every client with the URL can read the result of a complete job', async (t) => {
  const { context, ownerId, upload, download } = await openComplianceJob(t, shared)
  const { id } = await createPost(context, { authorId: ownerId, text: 'not for long' })
  await deletePost(context, { postId: id })
  assert.equal((await fetch(download)).status, 404)
  await fetch(upload, { method: 'PUT', body: `${id}\n` })
  while (await workOnJobs(context)) {
    // Each call looks up the next part of the ids.
  }
  assert.equal((await fetch(download.replace(/key=.*/, 'key=wrong'))).status, 404)
  const answer = await fetch(download)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(JSON.parse(await answer.text()).reason, 'deleted')
})

test('404/1 a wrong key, and an unknown job', async (t) => {
  const { download } = await openComplianceJob(t, shared)
  const method = 'GET'
  for (const address of [download.replace(/key=.*/, 'key=wrong'), download.replace(/jobs.\d+/, 'jobs/1')]) {
    assert.equal((await fetch(address, { method })).status, 404)
  }
})

test('400/2 an unknown parameter', async (t) => {
  const { download } = await openComplianceJob(t, shared)
  assert.equal((await fetch(`${download}&format=csv`)).status, 400)
})
