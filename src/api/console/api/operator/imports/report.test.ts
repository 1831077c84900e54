/** Reports of imports at the desk (spec/console.md#imports-at-the-desk). */
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

suite('/console/api/operator/imports/:import_id/report', () => {
  /** One server for all tests that start no import. */
  const shared = shareInSuite(start)

  test('200: the report as HTML and JSON, as the command writes it; its policy forbids scripts', async (t) => {
    const { url, operator, client } = await start(t)
    const upload = await client.upload('<b>users.jsonl', userLines(2))
    const id = await startImportOf(operator, [upload])
    await endedImport(operator, id)
    const path = `/operator/imports/${id}/report`
    const page = await fetch(`${url}/console/api${path}`, {
      headers: { cookie: operator.cookie ?? '' },
    })
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(page.headers.get('content-security-policy') ?? '', /sandbox/)
    const html = await page.text()
    assert.match(html, /<!doctype html>/i)
    const data = await operator.get(`${path}?form=json`)
    assert.deepEqual([data.status, data.body.imported], [200, 2])
    assert.match(data.headers.get('content-disposition') ?? '', /^attachment/)
  })

  test('404/import-report-missing for an import without a report', slow, async (t) => {
    const { operator, client } = await start(t)
    const upload = await client.upload('a.jsonl', userLines(1))
    const id = await startImportOf(operator, [upload])
    assertProblem(await operator.get(`/operator/imports/${id}/report`), '404/import-report-missing')
  })

  test('404/import-not-found for an unknown id', async () => {
    const { operator } = await shared()
    assertProblem(await operator.get('/operator/imports/x/report'), '404/import-not-found')
  })

  test('400/field-invalid for an unknown format', async () => {
    const { operator } = await shared()
    assertProblem(await operator.get('/operator/imports/x/report?form=pdf'), '400/field-invalid')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.get('/operator/imports/x/report'), '403/operators-only')
  })
})
