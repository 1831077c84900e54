import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { v11Endpoint, v11Family } from '../../../src/api/1.1/_family.ts'
import type { Answer, SuccessResponse } from '../../../src/http/endpoint.ts'
import { watchAnswers } from './answer-watch.ts'

/**
 * Calls an endpoint that declares `declared` and sends `answer`. Throws if the check of responses finds a
 * fault.
 */
async function answerOnce(declared: readonly SuccessResponse[] | undefined, answer: Answer): Promise<void> {
  const hooks: (() => unknown)[] = []
  const t = { after: (hook?: unknown) => hooks.push(hook as () => unknown) }
  const [family] = watchAnswers(t as unknown as Parameters<typeof watchAnswers>[0], [
    v11Family([
      v11Endpoint({
        paths: ['/1.1/x.json'],
        summary: 'X.',
        params: {},
        ...(declared === undefined ? {} : { answers: declared }),
        handle: async () => answer,
      }),
    ]),
  ])
  const received = await family?.endpoints[0]?.handle({ caller: { kind: 'user' } } as never)
  assert.equal(received, answer)
  for (const hook of hooks) await hook()
}

const ID = [{ schema: Type.Object({ id: Type.Integer() }) }]

const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) })

describe('watched responses', () => {
  for (const [title, declared, answer] of [
    ['a body as declared', ID, json({ id: 1 })],
    ['an error, because errors have their own tables', ID, json({ errors: [] }, 404)],
    ['any response of an endpoint without declared responses', undefined, json({ x: 1 })],
    ['nothing, as declared', [{ status: 204 }], { status: 204, body: undefined }],
    ['text as declared', [{ schema: Type.String({ pattern: '^a=' }) }], { status: 200, body: 'a=1' }],
    [
      'a field that is not documented, if the schema allows such fields',
      [{ schema: Type.Object({}, { additionalProperties: true }) }],
      json({ x: 1 }),
    ],
  ] as const) {
    test(`good: ${title}`, () => answerOnce(declared, answer))
  }

  for (const [title, declared, answer] of [
    ['a field is missing', ID, json({})],
    ['a field has another type', ID, json({ id: '1' })],
    ['a field is not documented', ID, json({ id: 1, name: 'x' })],
    ['a status is not declared', ID, json({ id: 1 }, 202)],
    ['the response has a body and none is declared', [{ status: 202 }], json({}, 202)],
    [
      'the text differs from the declared text',
      [{ schema: Type.String({ pattern: '^a=' }) }],
      { status: 200, body: 'b' },
    ],
  ] as const) {
    test(`fault: ${title}`, () =>
      assert.rejects(answerOnce(declared, answer), /GET \/1\.1\/x\.json answered/))
  }
})
