import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertMatches,
  assertOpenApi,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  responseOf,
} from '../../../test/support/http/openapi.ts'
import { testFamilies } from '../../../test/support/http/test-family.ts'
import { openApiDocument } from './document.ts'

const INFO = { title: 'Test', version: '1.2.3' }

/** The document of the public endpoints and of the endpoints that the tests declare, as clients receive it. */
const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(testFamilies(), INFO))) as OpenApiDocument
const OPERATIONS = operationsOf(DOCUMENT)

function operation(name: string): Operation {
  const found = OPERATIONS.get(name)
  assert.ok(found !== undefined, `${name} is not among ${[...OPERATIONS.keys()].join(', ')}`)
  return found
}

/** Statuses and codes of the errors in the v1.1 format that an operation lists, such as `400/215`. */
function errorsOf(name: string): string[] {
  const found = operation(name)
  return Object.keys(found.responses).flatMap((status) => {
    const { content = {} } = responseOf(DOCUMENT, found, Number(status)) ?? {}
    const examples = Object.values(content['application/json']?.examples ?? {})
    return examples.map(({ value }) => {
      const { errors } = value as { errors: [{ code: number }] }
      return `${status}/${errors[0].code}`
    })
  })
}

describe('the API document', () => {
  test('an error about one parameter names a parameter of its endpoint', () => {
    const about = testFamilies()
      .flatMap(({ endpoints }) => endpoints)
      .flatMap(({ paths, params, multipart, errors }) =>
        errors.flatMap(({ subject }) =>
          subject === undefined ? [] : [{ path: paths[0], params, multipart, subject }],
        ),
      )
    assert.ok(about.length > 0)
    for (const { path, params, multipart, subject } of about) {
      const names = [...Object.keys(params), ...Object.keys(multipart?.files ?? {})]
      assert.ok(names.includes(subject), `${path} has no parameter ${subject}`)
    }
  })

  test('is valid OpenAPI 3.1, and the meta-schema detects an invalid document', async () => {
    await assertOpenApi(DOCUMENT)
    const empty = openApiDocument([], INFO)
    await assertOpenApi(empty)
    const { info: _, ...nameless } = empty
    await assert.rejects(assertOpenApi(nameless))
    const odd = { ...empty, components: { schemas: { X: { type: 'text' } } } }
    await assert.rejects(assertOpenApi(odd))
  })

  test('parameters are in the path, in the query of a GET, and in the form of a POST', () => {
    const echo = operation('GET /1.1/test/echo/{id}.json')
    assert.deepEqual(
      echo.parameters?.map(({ name, in: place, required }) => [name, place, required]),
      [
        ['id', 'path', true],
        ['text', 'query', false],
      ],
    )
    assert.equal(echo.requestBody, undefined)
    const signIn = operation('POST /settings/sign_in')
    assert.equal(signIn.parameters, undefined)
    const form = signIn.requestBody?.content['application/x-www-form-urlencoded']?.schema
    assert.ok(Object.hasOwn(form?.properties ?? {}, 'session[password]'))
  })

  test('files are in a multipart body, next to the form with the same fields', () => {
    const { content } = operation('POST /1.1/media/upload.json').requestBody ?? { content: {} }
    assert.deepEqual(Object.keys(content), ['application/x-www-form-urlencoded', 'multipart/form-data'])
    const [form, parts] = Object.values(content).map(({ schema }) => schema?.properties ?? {})
    assert.deepEqual(Object.keys(parts ?? {}), Object.keys(form ?? {}))
    const formats = [form, parts].map(
      (fields) => (fields?.['media'] as { format?: string } | undefined)?.format,
    )
    assert.deepEqual(formats, [undefined, 'binary'])
  })

  test('parameters have a type, a default, bounds and a description', () => {
    const count = operation('GET /1.1/followers/ids.json').parameters?.find(({ name }) => name === 'count')
    assert.deepEqual(count, {
      name: 'count',
      in: 'query',
      required: false,
      description: 'The maximum number of items on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 5000, default: 5000 },
    })
  })

  test('security lists the alternative kinds of authentication, and is empty for a public endpoint', () => {
    const { securitySchemes } = DOCUMENT.components
    const ways = (name: string) => operation(name).security.flatMap((way) => Object.keys(way))
    assert.deepEqual(ways('GET /1.1/followers/ids.json'), ['userSignature', 'bearerToken'])
    assert.deepEqual(ways('POST /oauth2/invalidate_token'), [
      'consumerKeyAndSecret',
      'appSignature',
      'userSignature',
    ])
    assert.deepEqual(ways('POST /oauth/access_token'), ['requestTokenSignature'])
    assert.deepEqual(operation('GET /docs').security, [])
    for (const { security } of OPERATIONS.values()) {
      for (const way of security) {
        for (const name of Object.keys(way)) assert.ok(securitySchemes[name] !== undefined, name)
      }
    }
    assert.equal(securitySchemes['bearerToken']?.['scheme'], 'bearer')
    assert.equal(securitySchemes['consumerKeyAndSecret']?.['scheme'], 'basic')
    assert.deepEqual(
      [securitySchemes['userSignature']?.['in'], securitySchemes['userSignature']?.['name']],
      ['header', 'authorization'],
    )
  })

  test('spec/limits.md#headers: an operation has its rate window and the headers of the window', () => {
    const write = operation('POST /1.1/test/write.json')
    assert.deepEqual(write['x-rate-limit'], { user: 2, app: 0, seconds: 10_800, per: 'token' })
    assert.match(write.description ?? '', /Requests in 180 minutes: 2 by a user’s token\./)
    for (const status of [200, 429]) {
      const { headers = {} } = responseOf(DOCUMENT, write, status) ?? {}
      assert.deepEqual(Object.keys(headers), [
        'x-rate-limit-limit',
        'x-rate-limit-remaining',
        'x-rate-limit-reset',
      ])
    }
    const free = operation('POST /oauth2/token')
    assert.deepEqual([free['x-rate-limit'], free.responses['429']], [undefined, undefined])
  })

  test('spec/errors.md#code-table: an operation lists the errors that the endpoint declares and the common errors', () => {
    assert.deepEqual(errorsOf('GET /1.1/followers/ids.json'), [
      '400/215',
      '400/44',
      '400/44',
      '400/25',
      '400/214',
      '401/32',
      '401/135',
      '401/89',
      '403/64',
      '403/92',
      '404/34',
      '408/214',
      '413/214',
      '429/88',
      '431/214',
      '500/131',
      '503/130',
    ])
    assert.ok(errorsOf('POST /1.1/test/write.json').includes('403/261'))
    assert.ok(errorsOf('POST /1.1/test/write.json').includes('403/220'))
    assert.ok(!errorsOf('GET /1.1/test/read.json').includes('403/261'))
    assert.ok(!errorsOf('GET /1.1/test/read.json').includes('403/220'))
  })

  test('spec/oauth.md#bearer-token: an error of an oauth2 endpoint has the error body of these endpoints', async () => {
    const refused = responseOf(DOCUMENT, operation('POST /oauth2/token'), 403)?.content?.['application/json']
    const bodies = Object.values(refused?.examples ?? {}).map(({ value }) => value)
    const expected = {
      errors: [{ code: 99, label: 'authenticity_token_error', message: 'Unable to verify your credentials' }],
    }
    assert.ok(bodies.some((body) => JSON.stringify(body) === JSON.stringify(expected)))
    for (const body of bodies) await assertMatches(DOCUMENT, refused?.schema ?? {}, body, 'oauth2 403')
  })

  test('an operation lists the errors about each parameter, and general errors about parameters that it does not name', () => {
    const found = (name: string, status: number) => {
      const { content = {} } = responseOf(DOCUMENT, operation(name), status) ?? {}
      const examples = Object.values(content['application/json']?.examples ?? {})
      return examples.map(({ value }) => (value as { errors: [{ message: string }] }).errors[0].message)
    }
    const named = (name: string, status: number) =>
      found(name, status).filter((text) => /param|q /.test(text))
    for (const [name, status, expected] of [
      ['GET /1.1/direct_messages/events/show.json', 403, ['id parameter is missing.']],
      ['GET /1.1/direct_messages/events/show.json', 400, ['id parameter is invalid.']],
      [
        'POST /1.1/direct_messages/mark_read.json',
        403,
        ['recipient_id parameter is missing.', 'last_read_event_id parameter is missing.'],
      ],
      ['GET /1.1/search/tweets.json', 403, ['The query cannot be answered: q {name}.']],
      [
        'GET /1.1/search/tweets.json',
        400,
        ['since_id', 'max_id', 'until', 'geocode'].map((each) => `${each} parameter is invalid.`),
      ],
      ['POST /1.1/media/metadata/create.json', 403, ['{name} parameter is missing.']],
    ] as const) {
      const texts = named(name, status).filter((text) => !text.startsWith('Query parameters'))
      assert.deepEqual(texts, expected, `${name} ${status}`)
    }
    const requested = found('POST /1.1/friendships/create.json', 403)
    assert.ok(requested.includes("You've already requested to follow {name}."))
  })

  test('every error that an endpoint declares is a response of its operation', () => {
    for (const { endpoints } of testFamilies()) {
      for (const { method, paths, errors } of endpoints) {
        for (const path of paths) {
          const { responses } = operation(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
          for (const { status } of errors) assert.ok(responses[status] !== undefined, `${path} ${status}`)
        }
      }
    }
  })

  test('spec/versioning.md#deprecation-headers: an endpoint with a retirement date is deprecated, with its dates and its successor', () => {
    const retired = operation('GET /labs/1/tweets/stream/filter')
    assert.deepEqual(
      [retired.deprecated, retired['x-deprecated-from'], retired['x-sunset'], retired['x-successor']],
      [true, '2020-08-12', '2020-10-12', '/2/tweets/search/stream'],
    )
    assert.match(retired.description ?? '', /gone from 2020-10-12\. Use `\/2\/tweets\/search\/stream`\./)
    assert.ok(retired.responses['410'] !== undefined)
    const { deprecated, responses } = operation('GET /2/tweets/search/stream')
    assert.deepEqual([deprecated, responses['410']], [undefined, undefined])
  })

  test('ids are 64-bit numbers, and each has a member with its text form', () => {
    const { properties } = DOCUMENT.components.schemas['OwnUser'] as { properties: Record<string, object> }
    assert.deepEqual(properties['id'], {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      description: 'The user.',
    })
    assert.deepEqual(
      { ...properties['id_str'], description: '' },
      {
        type: 'string',
        pattern: '^[0-9]{1,19}$',
        description: '',
      },
    )
  })
})
