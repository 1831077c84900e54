/**
 * `/test/faults` of the admin listener controls the plan of faults in test mode (docs/testing/faults.md).
 *
 *   GET       the plan as it was sent, and how often each fault was selected and injected
 *   PUT       a plan in JSON or YAML, for any content type; replaces the plan, and all counts begin at 0
 *   DELETE    removes the plan
 */
import type { FastifyInstance } from 'fastify'
import type { TestControls } from '../../testing/controls.ts'
import { FAULT_HEADER, STREAM_FAULT_HEADER } from '../../testing/faults/exchange-faults.ts'
import type { FaultInjector } from '../../testing/faults/injector.ts'
import { MAX_PLAN_LENGTH } from '../../testing/faults/parse-plan.ts'
import { ControlRefused } from '../../testing/refused.ts'

export function addFaults(app: FastifyInstance, { faults }: Pick<TestControls, 'faults'>): void {
  app.addHook('onRequest', async ({ headers }) => {
    const name = [FAULT_HEADER, STREAM_FAULT_HEADER].find((each) => headers[each] !== undefined)
    if (name === undefined) return
    throw new ControlRefused(`the admin listener has no faults; send ${name} to the public listener`)
  })
  // This scope parses bodies as text, so that errors can state the line in the original text.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: 4 * MAX_PLAN_LENGTH } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    scope.get('/test/faults', async () => stateOf(faults))
    scope.put('/test/faults', async ({ body }) => {
      if (typeof body !== 'string') throw new ControlRefused('send a plan in JSON or YAML')
      faults.load(body)
      return stateOf(faults)
    })
    scope.delete('/test/faults', async () => {
      faults.clear()
      return stateOf(faults)
    })
  })
}

function stateOf(faults: FaultInjector): object {
  const { text } = faults.plan
  return { plan: text === '' ? null : text, faults: faults.counts() }
}
