/** Resuming ended imports at the desk (spec/console.md#imports-at-the-desk). */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem } from '../../../../../../test/support/console/desk.ts'
import {
  endedImport,
  startImportOf,
  UploadClient,
  userLines,
} from '../../../../../../test/support/console/desk-uploads.ts'
import { type Hooks, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slow } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

async function start(t: Hooks) {
  const server = await startTestServer(t)
  const operator = await ConsoleClient.signedIn(server, { isOperator: true })
  return { ...server, operator, client: new UploadClient(server.url, operator) }
}

suite('/console/api/operator/imports/:import_id/resume', () => {
  /** One server for all tests that start no import. */
  const shared = shareInSuite(start)

  test('200: queues an ended import again', slow, async (t) => {
    const { operator, client } = await start(t)
    const upload = await client.upload('a.jsonl', userLines(2))
    const id = await startImportOf(operator, [upload], { dry_run: true })
    await endedImport(operator, id)
    const { status, body } = await operator.post(`/operator/imports/${id}/resume`)
    assert.deepEqual([status, body.id, body.lines], [200, id, []])
    assert.equal((await endedImport(operator, id)).state, 'complete')
  })

  test('409/import-running for an import that has not ended', slow, async (t) => {
    const { operator, client } = await start(t)
    const id = await startImportOf(operator, [await client.upload('a.jsonl', userLines(1))])
    assertProblem(await operator.post(`/operator/imports/${id}/resume`), '409/import-running')
  })

  test('409/import-files-gone for an import whose files were removed', slow, async (t) => {
    const { operator, client } = await start(t)
    const id = await startImportOf(operator, [await client.upload('a.jsonl', userLines(1))])
    await endedImport(operator, id)
    // The file is removed after the state is stored.
    let answer = await operator.post(`/operator/imports/${id}/resume`)
    while (answer.status === 200) {
      await endedImport(operator, id)
      answer = await operator.post(`/operator/imports/${id}/resume`)
    }
    assertProblem(answer, '409/import-files-gone')
  })

  test('409/upload-in-use when another import reads its file', slow, async (t) => {
    const { operator, client } = await start(t)
    const upload = await client.upload('a.jsonl', userLines(1))
    const id = await startImportOf(operator, [upload], { dry_run: true })
    await endedImport(operator, id)
    await startImportOf(operator, [upload])
    assertProblem(await operator.post(`/operator/imports/${id}/resume`), '409/upload-in-use')
  })

  test('404/import-not-found for an unknown id', async () => {
    const { operator } = await shared()
    assertProblem(await operator.post('/operator/imports/x/resume'), '404/import-not-found')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.post('/operator/imports/x/resume'), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { operator } = await shared()
    const site = { origin: 'https://evil.example' }
    const answer = await operator.call('POST', '/operator/imports/x/resume', undefined, site)
    assertProblem(answer, '403/foreign-origin')
  })
})
