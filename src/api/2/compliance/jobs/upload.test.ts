import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openComplianceJob } from '../../../../../test/support/compliance-job.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { createUsers } from '../../../../../test/support/users.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { workOnJobs } from '../../../../domain/compliance/jobs.ts'

function put(address: string, body: string): Promise<Response> {
  return fetch(address, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body })
}

test('compliance-stream.md 5: a job takes ids once, from whoever has its address', async (t) => {
  const { upload } = await openComplianceJob(t)
  assert.equal((await put(upload.replace(/key=.*/, 'key=wrong'), '1')).status, 404)
  assert.equal((await put(upload, '1\r\n\n 2 \n')).status, 200)
})

test('400/2 a second upload, a line that is no id, an id beyond 64 bits', async (t) => {
  const { upload } = await openComplianceJob(t)
  for (const text of ['1\nx', '99999999999999999999', '-1'])
    assert.equal((await put(upload, text)).status, 400)
  assert.equal((await put(upload, '')).status, 200)
  const again = await put(upload, '1')
  assert.equal(again.status, 400)
  assert.equal(JSON.parse(await again.text()).title, 'Invalid Request')
})

for (const engine of ENGINES) {
  test(`400/2 of two uploads at once one is accepted, and its result is whole, on ${engine}`, async (t) => {
    const { context, upload, download } = await openComplianceJob(t, engine, 'users')
    const gone = await createUsers(context, 30)
    for (const { id: userId } of gone) await changeUserState(context, { userId, action: 'suspend' })
    // Every hundredth id is of somebody: half of them in the one, half of them in the other.
    const idsOf = (side: number) =>
      Array.from({ length: 3_000 }, (_, index) =>
        index % 200 === 0 ? String(gone[index / 100 + side]?.id) : String(index),
      )
    const uploads = [idsOf(0), idsOf(1)]
    const answers = await Promise.all(uploads.map((ids) => put(upload, ids.join('\n'))))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 400])
    while (await workOnJobs(context)) {
      // The next piece.
    }
    const lines = (await (await fetch(download)).text()).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      uploads[statuses.indexOf(200)]?.filter((_, index) => index % 200 === 0),
    )
  })
}

test('413 more than 16 MiB', async (t) => {
  const { upload } = await openComplianceJob(t)
  assert.equal((await put(upload, '1\n'.repeat(9 * 2 ** 20))).status, 413)
})

test('404/1 a wrong key, and a job that never was', async (t) => {
  const { upload } = await openComplianceJob(t)
  const method = 'PUT'
  for (const address of [upload.replace(/key=.*/, 'key=wrong'), upload.replace(/jobs.\d+/, 'jobs/1')]) {
    assert.equal((await fetch(address, { method })).status, 404)
  }
})
