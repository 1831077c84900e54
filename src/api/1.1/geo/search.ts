/**
 * GET geo/search: stored places by name, or by a point within them
 * (spec/v1-streams-and-lists.md#trends-and-places).
 */
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { PLACE_PARAMS, PLACES, placesAnswer } from './_places.ts'

export const geoSearch = v11Endpoint({
  paths: ['/1.1/geo/search.json'],
  summary: 'Stored places by name, or by a point within them.',
  params: {
    query: optionalText('Words of the name.'),
    ip: optionalText('Accepted without effect: addresses have no places here.'),
    ...PLACE_PARAMS,
  },
  errors: ['coordinatesInvalid', 'queryParametersMissing', 'parameterInvalid:granularity'],
  answers: [{ schema: PLACES }],
  async handle({ params, services, path }) {
    const { query: words, lat, long, ip } = params
    if ([words, lat, long, ip].every((each) => each === undefined))
      throw new V11Error('queryParametersMissing')
    return placesAnswer(services, { type: 'search', path, words }, params)
  },
})
