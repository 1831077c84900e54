/**
 * GET trends/closest: the only place with trends, which is the whole world
 * (spec/v1-streams-and-lists.md#trends-and-places).
 */
import { optionalText } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { LOCATIONS, LOCATIONS_BODY } from './_world.ts'

const IGNORED = 'Accepted without effect: every point is in the world.'

export const trendsClosest = v11Endpoint({
  paths: ['/1.1/trends/closest.json'],
  summary: 'The closest place with trends: the whole world.',
  window: { user: 75, app: 75 },
  params: { lat: optionalText(IGNORED), long: optionalText(IGNORED) },
  answers: [{ schema: LOCATIONS }],
  async handle() {
    return { status: 200, body: LOCATIONS_BODY }
  },
})
