/** Declares tests that the endpoints of the console share. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ConsoleAnswer, ConsoleClient } from './console.ts'

/** Asserts the status and reason of a problem. */
export async function refused(asked: Promise<ConsoleAnswer>, status: number, reason: string): Promise<void> {
  const answer = await asked
  assert.deepEqual([answer.status, answer.body?.reason], [status, reason])
}

/**
 * Tests that a writing endpoint accepts requests only from pages of the console.
 * @param calls method, path and valid body
 */
export async function refusesForeignOrigins(
  t: TestContext,
  client: ConsoleClient,
  calls: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  await t.test('403/foreign-origin for the page of another site', async () => {
    for (const [method, path, body] of calls)
      await refused(
        client.call(method, path, body, { origin: 'https://evil.example' }),
        403,
        'foreign-origin',
      )
  })
}
