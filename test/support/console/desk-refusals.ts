/** Declares tests that the endpoints of the desk share. */
import type { TestContext } from 'node:test'
import type { ConsoleClient } from './console.ts'
import { refused, refusesForeignOrigins } from './console-suites.ts'

interface Callers {
  readonly operator: ConsoleClient
  /** Opens a browser of a console user who is not an operator. */
  readonly developer: ConsoleClient
}

/**
 * Tests that only operators may make these calls, and that writing calls must come from pages of the console.
 */
export async function refusesOthers(
  t: TestContext,
  { operator, developer }: Callers,
  calls: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  await t.test('403/operators-only for other console users', async () => {
    for (const [method, path, body] of calls)
      await refused(developer.call(method, path, body), 403, 'operators-only')
  })
  const writing = calls.filter(([method]) => method !== 'GET')
  if (writing.length > 0) await refusesForeignOrigins(t, operator, writing)
}
