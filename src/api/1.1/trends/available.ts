/**
 * GET trends/available: the only place with trends, which is the whole world
 * (spec/v1-streams-and-lists.md#trends-and-places).
 */
import { v11Endpoint } from '../_family.ts'
import { LOCATIONS, LOCATIONS_BODY } from './_world.ts'

export const trendsAvailable = v11Endpoint({
  paths: ['/1.1/trends/available.json'],
  summary: 'The places with trends: the whole world.',
  window: { user: 75, app: 75 },
  params: {},
  answers: [{ schema: LOCATIONS }],
  async handle() {
    return { status: 200, body: LOCATIONS_BODY }
  },
})
