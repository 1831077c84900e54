/** Cancelling imports at the desk (spec/console.md#imports-at-the-desk). */
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
import { byPart, slow } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

async function start(t: Hooks) {
  const server = await startTestServer(t)
  const operator = await ConsoleClient.signedIn(server, { isOperator: true })
  return { ...server, operator, client: new UploadClient(server.url, operator) }
}

suite('/console/api/operator/imports/:import_id/cancel', () => {
  /** One server for all tests that start no import. */
  const shared = shareInSuite(start)

  test('200: cancels a running import and a queued import; both can be resumed', async (t) => {
    const { operator, client } = await start(t)
    const first = await startImportOf(operator, [await client.upload('a.jsonl', userLines(500))])
    const second = await startImportOf(operator, [await client.upload('b.jsonl', userLines(1, 1_000))])
    for (const id of [second, first]) {
      const { status, body } = await operator.post(`/operator/imports/${id}/cancel`)
      assert.deepEqual(
        [status, body.state, body.can_resume, body.has_report],
        [200, 'cancelled', true, false],
      )
    }
    assertProblem(await operator.post(`/operator/imports/${first}/cancel`), '409/import-ended')
    if (byPart(false, true)) {
      assert.equal((await operator.post(`/operator/imports/${first}/resume`)).status, 200)
      const ended = await endedImport(operator, first)
      assert.match(ended.lines[0], /^Read 500 objects: 500 imported/)
    }
    const { entries } = (await operator.get('/operator/audit?action=import.cancel')).body
    assert.deepEqual(
      entries.map(({ subject }: { subject: { key: string } }) => subject.key),
      [first, second],
    )
  })

  // This test is slow, because each import loads the program in a thread. The first test checks the error
  // too.
  test('409/import-ended for an import that has ended', slow, async (t) => {
    const { operator, client } = await start(t)
    const upload = await client.upload('a.jsonl', userLines(1))
    const id = await startImportOf(operator, [upload])
    await endedImport(operator, id)
    assertProblem(await operator.post(`/operator/imports/${id}/cancel`), '409/import-ended')
  })

  test('404/import-not-found for an unknown id', async () => {
    const { operator } = await shared()
    assertProblem(await operator.post('/operator/imports/x/cancel'), '404/import-not-found')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.post('/operator/imports/x/cancel'), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { operator } = await shared()
    const site = { origin: 'https://evil.example' }
    const answer = await operator.call('POST', '/operator/imports/x/cancel', undefined, site)
    assertProblem(answer, '403/foreign-origin')
  })
})
