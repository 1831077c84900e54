/** GET geo/id/:place_id: a stored place (spec/v1-streams-and-lists.md#trends-and-places). */
import { findPlace } from '../../../domain/posts/places.ts'
import { PLACE, placeObject } from '../../../formats/v1.1/place.ts'
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'

export const geoId = v11Endpoint({
  paths: ['/1.1/geo/id/:place_id.json'],
  summary: 'A stored place.',
  window: { user: 75, app: 75 },
  params: { place_id: optionalText('The place.') },
  errors: ['pageDoesNotExist'],
  answers: [{ schema: PLACE }],
  async handle({ params: { place_id: id = '' }, services }) {
    const place = await findPlace(services.store, id)
    if (place === undefined) throw new V11Error('pageDoesNotExist')
    return { status: 200, body: JSON.stringify(placeObject({ place })) }
  },
})
