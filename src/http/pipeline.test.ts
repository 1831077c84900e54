import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TestClock } from '../../test/support/test-clock.ts'
import type { CallerFacts, Family } from './endpoint.ts'
import { type Edge, type PreparedEndpoint, serve } from './pipeline.ts'

test('a request ends even if the family cannot render its error', async () => {
  const load = { running: 0, max: 1 }
  const refused = new Error('nothing is served now')
  const edge = {
    clock: new TestClock(),
    load,
    logger: { isLevelEnabled: () => false },
    originOf: () => ({ scheme: 'http', isSecureEnough: true }),
    unavailable: () => refused,
  } as unknown as Edge<CallerFacts, unknown>
  const family = {
    renderError(error) {
      assert.equal(error, refused)
      assert.equal(load.running, 1)
      throw new TypeError('no words')
    },
  } as Partial<Family<CallerFacts, unknown>> as Family<CallerFacts, unknown>
  const prepared = { family, headers: [], endpoint: { paths: ['/'] } } as unknown as PreparedEndpoint<
    CallerFacts,
    unknown
  >
  const request = { raw: { url: '/' }, headers: {} } as FastifyRequest
  await assert.rejects(serve(edge, prepared, request, {} as FastifyReply, {}), /no words/)
  assert.equal(load.running, 0)
})
