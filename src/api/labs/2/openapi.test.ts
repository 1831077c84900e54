import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertOpenApi,
  type OpenApiDocument,
  operationsOf,
  responseOf,
} from '../../../../test/support/http/openapi.ts'
import { testFamilies } from '../../../../test/support/http/test-family.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { templateOf } from '../../_openapi/parameters.ts'
import { LABS_2_ENDPOINTS } from './_endpoints.ts'
import { labs2OpenApi } from './openapi.ts'

async function documentOf(url: string): Promise<OpenApiDocument> {
  const response = await fetch(`${url}/labs/2/openapi.json`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  return (await response.json()) as OpenApiDocument
}

test('200 spec/labs-lookup.md#endpoints: the document has only the endpoints of this family', async (t) => {
  const { url } = await startTestServer(t)
  const document = await documentOf(url)
  await assertOpenApi(document)
  const served = LABS_2_ENDPOINTS.map(({ method, paths: [path] }) => `${method} ${templateOf(path)}`)
  assert.deepEqual([...operationsOf(document).keys()].toSorted(), served.toSorted())
})

test('spec/errors.md#problem-objects: the document describes an added endpoint, with problems for its errors', async (t) => {
  const families = testFamilies().map((family) =>
    family.name === 'labs/2' ? { ...family, endpoints: [...family.endpoints, labs2OpenApi] } : family,
  )
  const { url } = await startTestServer(t, { families })
  const document = await documentOf(url)
  await assertOpenApi(document)
  const hide = operationsOf(document).get('PUT /labs/2/tweets/{id}/hidden')
  assert.ok(hide !== undefined)
  assert.deepEqual(
    hide.parameters?.map(({ name, in: place, required }) => [name, place, required]),
    [['id', 'path', true]],
  )
  assert.deepEqual(hide['x-rate-limit'], { user: 2, app: 2, seconds: 900, per: 'app' })
  const refused = responseOf(document, hide, 400)?.content?.['application/problem+json']
  assert.deepEqual(refused?.examples?.['parameter-id']?.value, {
    errors: [
      {
        parameters: { id: ['\0'] },
        message: 'The `id` query parameter value [\0] does not match ^[0-9]{1,19}$',
      },
    ],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/labs/2/problems/invalid-request',
  })
})

test('a family without endpoints has a document, too', async (t) => {
  const families = testFamilies().map((family) => {
    if (family.name === 'labs/2') return { ...family, endpoints: [] }
    return family.name === '2' ? { ...family, endpoints: [labs2OpenApi] } : family
  })
  const { url } = await startTestServer(t, { families })
  const document = await documentOf(url)
  await assertOpenApi(document)
  assert.deepEqual(document.paths, {})
})
