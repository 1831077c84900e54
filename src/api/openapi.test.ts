import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertMatches,
  assertOpenApi,
  type OpenApiDocument,
  operationsOf,
} from '../../test/support/http/openapi.ts'
import { exchange, requestText } from '../../test/support/http/wire.ts'
import { slow } from '../../test/support/part.ts'
import { startTestServer } from '../../test/support/server.ts'
import { publicFamilies } from '../api/_families.ts'

const WHERE = '/openapi.json'

async function documentOf(url: string): Promise<OpenApiDocument> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return (await response.json()) as OpenApiDocument
}

test('GET openapi.json', async (t) => {
  const { url } = await startTestServer(t)

  await t.test(
    '200 a document that is valid by the OpenAPI 3.1 meta-schema, with the version of the program',
    slow,
    async () => {
      const response = await fetch(`${url}${WHERE}`)
      assert.equal(response.headers.get('content-type'), 'application/json;charset=utf-8')
      const document = (await response.json()) as OpenApiDocument
      await assertOpenApi(document)
      assert.match(document.openapi, /^3\.1\./)
      assert.match(document.info.version, /^\d+\.\d+\.\d+/)
    },
  )

  await t.test('the document has exactly the paths of the endpoints of all families', async () => {
    const documented = [...operationsOf(await documentOf(url + WHERE)).keys()]
    const served = publicFamilies().flatMap(({ endpoints }) =>
      endpoints.flatMap(({ method, paths }) =>
        paths.map((path) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
      ),
    )
    assert.deepEqual(documented.toSorted(), served.toSorted())
    assert.ok(served.includes('GET /1.1/followers/ids.json') && served.includes('GET /docs'))
  })

  await t.test(
    'ids of operations are unique, and no two paths differ only in the names of their parameters',
    async () => {
      const document = await documentOf(url + WHERE)
      const ids = [...operationsOf(document).values()].map(({ operationId }) => operationId)
      assert.equal(new Set(ids).size, ids.length, ids.join(' '))
      for (const id of ids) assert.match(id, /^[a-z]+[A-Z]\w*$/)
      const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
      assert.equal(new Set(shapes).size, shapes.length)
    },
  )

  await t.test('every example of an error matches its schema', slow, async () => {
    const document = await documentOf(url + WHERE)
    let seen = 0
    for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
      for (const [media, { schema, examples = {} }] of Object.entries(content)) {
        for (const [title, { value }] of Object.entries(examples)) {
          await assertMatches(document, schema, value, `${name} ${media} ${title}`)
          seen += 1
        }
      }
    }
    assert.ok(seen > 30, String(seen))
  })

  await t.test('200, then 304 without a body while the document is unchanged', async () => {
    const first = await fetch(url + WHERE)
    const etag = first.headers.get('etag') ?? ''
    const text = await first.text()
    const second = await fetch(url + WHERE, { headers: { 'if-none-match': etag } })
    assert.equal(second.status, 304)
    assert.equal(second.headers.get('etag'), etag)
    assert.equal(second.headers.get('content-length'), null)
    assert.equal(await second.text(), '')
    const other = await fetch(url + WHERE, { headers: { 'if-none-match': '"other"' } })
    assert.equal(await other.text(), text)
  })

  await t.test('a 304 has header names in lower case, no length and no body', async () => {
    const etag = (await fetch(url + WHERE, { headers: { 'accept-encoding': 'identity' } })).headers.get(
      'etag',
    )
    const answer = await exchange(url, requestText(`GET ${WHERE} HTTP/1.1`, [['if-none-match', etag ?? '']]))
    assert.equal(answer.status, 304)
    const names = answer.headers.map(([name]) => name)
    assert.deepEqual(
      names.filter((name) => name !== name.toLowerCase()),
      [],
    )
    assert.ok(
      names.includes('etag') && !names.includes('content-length') && !names.includes('transfer-encoding'),
    )
    assert.equal(answer.body.length, 0)
  })

  await t.test('the gzip form has another etag and the same text', async () => {
    const packed = await fetch(url + WHERE)
    const plain = await fetch(url + WHERE, { headers: { 'accept-encoding': 'identity' } })
    assert.deepEqual(
      [packed, plain].map(({ headers }) => headers.get('content-encoding')),
      ['gzip', null],
    )
    assert.notEqual(packed.headers.get('etag'), plain.headers.get('etag'))
    assert.equal(await packed.text(), await plain.text())
  })
})
