/** Starts a server with three places, for tests of calls about places. */
import type { Engine } from '../../../src/db/query.ts'
import type { Place } from '../../../src/domain/posts/content.ts'
import { insertMissingPlaces } from '../../../src/domain/posts/places.ts'
import { createTestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer } from '../server.ts'
import { v11Caller } from './v11-calls.ts'

function placeOf(
  id: string,
  name: string,
  type: string,
  [west, south, east, north]: readonly number[],
): Place {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  return {
    id,
    name,
    full_name: `${name}, England`,
    place_type: type,
    country: 'United Kingdom',
    country_code: 'GB',
    bounding_box: { type: 'Polygon', coordinates: [corners] },
  }
}

const PLACES = [
  placeOf('a1', 'London', 'city', [-0.5, 51.3, 0.3, 51.7]),
  placeOf('b2', 'New London', 'city', [10, 10, 11, 11]),
  placeOf('c3', 'Tower Bridge', 'poi', [-0.08, 51.5, -0.07, 51.51]),
]

export async function geoStage(t: Hooks, engine: Engine = 'sqlite') {
  const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
  const app = await createTestApp(context)
  await context.store.write((tx) => insertMissingPlaces(tx, PLACES))
  const call = v11Caller(url, app.asApp)
  const ids = async (path: string): Promise<string[]> => {
    const { body } = await call(path)
    return body.result.places.map(({ id }: { id: string }) => id)
  }
  return { call, ids }
}
