/**
 * GET geo/reverse_geocode: stored places that have a point within them
 * (spec/v1-streams-and-lists.md#trends-and-places).
 */
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { PLACE_PARAMS, PLACES, placesAnswer } from './_places.ts'

export const geoReverseGeocode = v11Endpoint({
  paths: ['/1.1/geo/reverse_geocode.json'],
  summary: 'Stored places that have a point within them.',
  params: PLACE_PARAMS,
  errors: ['coordinatesInvalid', 'queryParametersMissing', 'parameterInvalid:granularity'],
  answers: [{ schema: PLACES }],
  async handle({ params, services, path }) {
    if (params.lat === undefined || params.long === undefined) throw new V11Error('queryParametersMissing')
    return placesAnswer(services, { type: 'reverse_geocode', path, words: undefined }, params)
  },
})
