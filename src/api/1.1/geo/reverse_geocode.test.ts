import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geoStage } from '../../../../test/support/http/geo-stage.ts'

const PATH = 'geo/reverse_geocode.json'

test('geo/reverse_geocode', async (t) => {
  const { call, ids } = await geoStage(t)
  const refused = async (query: string) => {
    const { status, code } = await call(`${PATH}${query}`)
    return [status, code]
  }
  await t.test('spec/v1-streams-and-lists.md#trends-and-places: the places around a point', async () => {
    assert.deepEqual(await ids(`${PATH}?lat=51.505&long=-0.075`), ['a1', 'c3'])
    assert.deepEqual(await ids(`${PATH}?lat=51.505&long=-0.075&granularity=city`), ['a1'])
    const { body } = await call(`${PATH}?lat=51.505&long=-0.075`)
    assert.deepEqual(
      [body.query.type, body.query.params.coordinates],
      ['reverse_geocode', { type: 'Point', coordinates: [-0.075, 51.505] }],
    )
  })
  await t.test('400/25 without a point', async () => assert.deepEqual(await refused('?lat=1'), [400, 25]))
  await t.test('400/3 an invalid point', async () =>
    assert.deepEqual(await refused('?lat=91&long=0'), [400, 3]),
  )
  await t.test('400/44 an unknown granularity', async () =>
    assert.deepEqual(await refused('?lat=1&long=1&granularity=x'), [400, 44]),
  )
})
