import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geoStage } from '../../../../test/support/http/geo-stage.ts'

test('geo/id', async (t) => {
  const { call } = await geoStage(t)
  await t.test('spec/v1-streams-and-lists.md#trends-and-places: a stored place', async () => {
    assert.equal((await call('geo/id/c3.json')).body.full_name, 'Tower Bridge, England')
  })
  await t.test('404/34 an unknown place', async () => {
    const { status, code } = await call('geo/id/zz.json')
    assert.deepEqual([status, code], [404, 34])
  })
})
