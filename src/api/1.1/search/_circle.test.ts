import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { isInside, readCircle } from './_circle.ts'

const BERLIN = { lat: 52.520008, long: 13.404954 }
const PARIS = { lat: 48.856613, long: 2.352222 }

function circle(text: string) {
  const read = readCircle(text)
  assert.ok(read !== undefined, text)
  return read
}

test('latitude, longitude and radius in kilometres or miles', () => {
  assert.deepEqual(circle('37.781157,-122.398720,2km'), { lat: 37.781157, long: -122.39872, kilometres: 2 })
  assert.equal(circle('37.781157,-122.398720,1mi').kilometres, 1.609344)
  assert.deepEqual(circle(' 0, 0, 0.5KM '), { lat: 0, long: 0, kilometres: 0.5 })
})

test('a text that is not a circle gives undefined', () => {
  const none = ['', '1,2', '1,2,3', '1,2,3ly', '1,2,0km', '1,2,-3km', '91,0,1km', '0,181,1km', 'a,b,1km']
  for (const text of [...none, '1 2 3km', '1,2,3,4km', '1e1,2,3km', '1,2,Infinitykm']) {
    assert.equal(readCircle(text), undefined, text)
  }
})

test('a point is inside if its distance is at most the radius: Berlin and Paris are 878 km apart', () => {
  for (const [from, to] of [
    [BERLIN, PARIS],
    [PARIS, BERLIN],
  ] as const) {
    assert.ok(isInside(circle(`${from.lat},${from.long},880km`), { coordinates: to }))
    assert.ok(!isInside(circle(`${from.lat},${from.long},876km`), { coordinates: to }))
  }
  // The circle crosses the 180th meridian.
  assert.ok(isInside(circle('0,179.9,30km'), { coordinates: { lat: 0, long: -179.9 } }))
})

test('a place is inside if all its corners are; a post without a point and a place is outside', () => {
  const corners = [
    [13.1, 52.3],
    [13.7, 52.3],
    [13.7, 52.7],
    [13.1, 52.7],
  ]
  const place = { id: 'a', place_type: 'city', name: '', full_name: '', country_code: '', country: '' }
  const city = { ...place, bounding_box: { type: 'Polygon', coordinates: [corners] } }
  assert.ok(isInside(circle(`${BERLIN.lat},${BERLIN.long},40km`), { place: city }))
  assert.ok(!isInside(circle(`${BERLIN.lat},${BERLIN.long},10km`), { place: city }))
  assert.ok(!isInside(circle(`${BERLIN.lat},${BERLIN.long},40km`), { place: city, coordinates: PARIS }))
  for (const bounding_box of [undefined, null, 1, {}, { coordinates: [] }, { coordinates: [[1, ['a']]] }]) {
    assert.ok(!isInside(circle('0,0,20000km'), { place: { ...place, bounding_box } }))
  }
  assert.ok(!isInside(circle('0,0,20000km'), undefined))
})

test('any text is parsed or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readCircle(text)
    }),
  )
})
