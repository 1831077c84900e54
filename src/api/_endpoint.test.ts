import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { ANONYMOUS_CALLER, type Caller } from '../auth/caller.ts'
import type { Answer, Call, MultipartBody } from '../http/endpoint.ts'
import { optionalId, type ParamSpec, type ParamValues } from '../http/params.ts'
import { InvariantBroken } from '../lib/assert.ts'
import { defineEndpoint, type EndpointCall } from './_endpoint.ts'
import type { Services } from './_services.ts'

type AnyCall = Call<Caller, Services, ParamValues<ParamSpec>>

const OK: Answer = { status: 200, body: '{}' }

const FACTS = {
  method: 'POST',
  paths: ['/test'],
  summary: 'Answers.',
  writes: false,
  window: undefined,
  errors: [],
} as const

const JSON_BODY = { kind: 'json', schema: Type.Object({}) } as const

/** A call with only the parts that are checked before the handler runs. */
function callBy(kind: Caller['kind'], { json, bytes }: Partial<AnyCall> = {}): AnyCall {
  const caller = { ...ANONYMOUS_CALLER, kind }
  return { params: {}, caller, json, bytes } as Partial<AnyCall> as AnyCall
}

describe('the handler of an endpoint', () => {
  const forApps = defineEndpoint({ ...FACTS, auth: ['app'], params: {}, handle: async () => OK })

  test('is called for every kind of caller that the endpoint declares', async () => {
    assert.equal(await forApps.handle(callBy('app')), OK)
  })

  test('is not called for another kind of caller', () => {
    for (const kind of ['user', 'none', 'consumer', 'request-token', 'basic'] as const) {
      assert.throws(() => forApps.handle(callBy(kind)), InvariantBroken, kind)
    }
  })

  test('is called only with the body that the endpoint declares', async () => {
    const takesJson = defineEndpoint({
      ...FACTS,
      auth: ['none'],
      params: {},
      body: JSON_BODY,
      handle: async ({ json }) => ({ status: 200, body: JSON.stringify(json) }),
    })
    assert.equal((await takesJson.handle(callBy('none', { json: null }))).body, 'null')
    assert.throws(() => takesJson.handle(callBy('none')), InvariantBroken)
    assert.throws(() => takesJson.handle(callBy('none', { bytes: Buffer.alloc(0) })), InvariantBroken)
    assert.throws(() => forApps.handle(callBy('app', { json: {} })), InvariantBroken)
  })

  test('an empty body counts as a body of bytes', async () => {
    const takesBytes = defineEndpoint({
      ...FACTS,
      auth: ['none'],
      params: {},
      body: { kind: 'bytes', schema: Type.String() },
      handle: async ({ bytes }) => ({ status: 200, body: String(bytes.length) }),
    })
    assert.equal((await takesBytes.handle(callBy('none', { bytes: Buffer.alloc(0) }))).body, '0')
    assert.throws(() => takesBytes.handle(callBy('none')), InvariantBroken)
  })
})

/** The compiler runs this test: it reports an error if an expected error does not occur. */
test('the compiler compares a handler with its declaration', () => {
  const declared = [
    defineEndpoint({
      ...FACTS,
      auth: ['app'],
      params: { id: optionalId('An id.') },
      async handle({ caller, params, json, bytes }) {
        const kind: 'app' = caller.kind
        const id: bigint | undefined = params.id
        const none: undefined = json ?? bytes
        // @ts-expect-error an app has no user
        return caller.user ?? kind ?? id ?? none
      },
    }),
    defineEndpoint({
      ...FACTS,
      auth: ['user', 'app'],
      params: { id: optionalId('An id.') },
      // @ts-expect-error the parameter is not declared
      handle: async ({ params }) => params.name ?? OK,
    }),
    defineEndpoint({
      ...FACTS,
      // @ts-expect-error the handler accepts only users
      auth: ['user', 'app'],
      params: {},
      handle: async (_call: EndpointCall<'user'>) => OK,
    }),
    defineEndpoint({
      ...FACTS,
      auth: ['none'],
      params: {},
      // @ts-expect-error files are not declared
      handle: async ({ multipart }) => (await multipart()) ?? OK,
    }),
    defineEndpoint({
      ...FACTS,
      auth: ['none'],
      params: {},
      multipart: { files: { media: 'binary' }, maxFileBytes: 1, maxFormBytes: 1 },
      async handle({ multipart }) {
        const body: MultipartBody | undefined = await multipart()
        return { status: body === undefined ? 204 : 200, body: undefined }
      },
    }),
    defineEndpoint({
      ...FACTS,
      auth: ['none'],
      params: {},
      handle: async () => OK,
      // @ts-expect-error the declaration of a response has no such member
      answers: [{ contentType: 'text/plain' }],
    }),
  ]
  assert.equal(declared.length, 6)
})
