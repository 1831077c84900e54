import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertOpenApi, type OpenApiDocument, operationsOf } from '../../../test/support/http/openapi.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { templateOf } from '../_openapi/parameters.ts'
import { V2_ENDPOINTS } from './_endpoints.ts'

test('200, 304 spec/v2.md#openapi-document: the document has only the endpoints of API v2, and needs no credentials', async (t) => {
  const { url } = await startTestServer(t)
  const response = await fetch(`${url}/2/openapi.json`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('api-version'), '2.54')
  const document = (await response.json()) as OpenApiDocument
  await assertOpenApi(document)
  const served = V2_ENDPOINTS.map(({ method, paths: [path] }) => `${method} ${templateOf(path)}`)
  assert.deepEqual([...operationsOf(document).keys()].toSorted(), served.toSorted())
  assert.ok(served.includes('DELETE /2/tweets/{id}'))
  const etag = response.headers.get('etag') ?? ''
  const again = await fetch(`${url}/2/openapi.json`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})
