/** GET /console/api/compliance/checks/:check_id/report. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

test('a report is a file with every id, and only its account can read it', async (t) => {
  const server = await startTestServer(t)
  const own = await ConsoleClient.signedIn(server)
  const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
  const form = new FormData()
  form.set('file', new File(['7\n8\n'], 'ids.txt'))
  form.set('name', 'ids.txt')
  const headers = { origin: server.url, cookie: own.cookie ?? '' }
  const url = `${server.url}/console/api/compliance/checks`
  const started = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as { id: string }
  const path = `/compliance/checks/${started.id}`
  while ((await own.get(path)).body.ended_at === null);
  const { body, headers: sent } = await own.get(`${path}/report`)
  assert.deepEqual([body.report, body.ids.length, body.file], ['aviary compliance check', 2, 'ids.txt'])
  assert.match(sent.get('content-disposition') ?? '', /^attachment/)
  await t.test('404/check-not-found for a check of another account', () =>
    refused(other.get(`${path}/report`), 404, 'check-not-found'),
  )
})
