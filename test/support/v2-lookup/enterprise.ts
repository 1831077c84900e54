/** Declares tests of calls that the server refuses for every app. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LookupStage } from './stage.ts'

const NOT_ENROLLED =
  'This request must be made using an approved developer account that is enrolled in the requested endpoint. Learn more by visiting our documentation.'

/** @param path path below `/2` */
export function enterpriseSuite(path: string): void {
  test('403/3 spec/v2.md#problem-bodies: a call for enterprises', async (t) => {
    const stage = await LookupStage.open(t, '2', 'sqlite')
    const { status, body } = await stage.get(path)
    assert.deepEqual(
      [status, body.title, body.required_enrollment, body.client_id, body.detail],
      [403, 'Client Forbidden', 'Appropriate Level of API Access', String(stage.app.appId), NOT_ENROLLED],
    )
  })
}
