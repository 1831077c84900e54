import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { startTestServer } from '../../../../test/support/server.ts'

test('spec/v1-streams-and-lists.md#help: help/tos is a text until 2019-06-10, then 404 with code 34', async (t) => {
  const { url, context } = await startTestServer(t, {
    settings: { api_date: '2019-06-09', test_controls: 'on' },
  })
  const app = await createTestApp(context)
  const path = `${url}/1.1/help/tos.json`
  const { status, text } = await ask(path, app.asApp)
  assert.equal(status, 200)
  assert.match((JSON.parse(text) as { readonly tos: string }).tos, /of this server/)
  const gone = await fetch(path, { headers: { 'aviary-api-date': '2019-06-10' } })
  assert.equal(gone.status, 404)
  assert.equal(((await gone.json()) as { errors: { code: number }[] }).errors[0]?.code, 34)
})
