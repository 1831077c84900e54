/** Tests of calls that are refused to every app. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LookupStage } from './stage.ts'

/** @param path below `/2` */
export function enterpriseSuite(path: string): void {
  test('403/3 spec/v2.md#problem-bodies: a call for enterprises', async (t) => {
    const stage = await LookupStage.open(t, '2', 'sqlite')
    const { status, body } = await stage.get(path)
    assert.deepEqual(
      [status, body.title, body.required_enrollment, body.client_id],
      [403, 'Client Forbidden', 'Appropriate Level of API Access', String(stage.app.appId)],
    )
  })
}
