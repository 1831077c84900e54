/** Declares tests of the calls about Spaces: no Space is found, and parameters are checked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../api-client.ts'
import { LookupStage } from './stage.ts'

interface SpaceSuite {
  /** Paths below `/2` with a valid query. */
  readonly good: readonly string[]
  readonly body: object
  readonly bad: readonly string[]
  readonly isForUsers?: boolean
}

/** The error for a missing Space. */
export function missingSpace(parameter: 'ids' | 'id', value: string): object {
  return {
    value,
    detail: `Could not find space with ${parameter}: [${value}].`,
    title: 'Not Found Error',
    resource_type: 'space',
    parameter,
    resource_id: value,
    type: 'https://api.twitter.com/2/problems/resource-not-found',
  }
}

export function spaceSuite({ good, body, bad, isForUsers = false }: SpaceSuite): void {
  test(`Spaces: ${good[0]}`, async (t) => {
    const stage = await LookupStage.open(t, '2', 'sqlite')
    const { id } = await stage.user()
    const as = isForUsers ? await stage.app.asUser(id) : stage.app.asApp

    await t.test('200 spec/v2.md#spaces-and-trends: there are no Spaces', async () => {
      for (const path of good) assert.deepEqual(await stage.got(path, as), body, path)
    })
    await t.test('400/2 spec/errors.md#invalid-parameters: parameters that are not valid', async () => {
      for (const path of bad) {
        const { status, body: problem } = await stage.get(path, as)
        assert.deepEqual([status, problem.title], [400, 'Invalid Request'], path)
      }
    })
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const alone = await createTestApp(stage.context)
      const url = `${stage.server.url}/2${good[0]}`
      const { status, text } = await ask(url, isForUsers ? await alone.asUser(id) : alone.asApp)
      assert.equal(status, 403)
      assert.match(JSON.parse(text).type, /client-forbidden$/)
    })
  })
}
