/** GET 2/spaces/:id/buyers: users with a ticket for a Space (spec/v2.md#spaces-and-trends). */
import { Type } from 'typebox'
import { readSpaceId, spacePage, textParam } from '../../_v2/spaces.ts'

const MAX_PAGE_SIZE = 100

export const v2SpaceBuyers = spacePage({
  path: '/2/spaces/:id/buyers',
  summary: 'Users who bought a ticket of a Space; there are none.',
  auth: ['user'],
  params: {
    id: textParam(Type.String({ description: 'Id of the Space.' })),
    max_results: textParam(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE })),
    ),
    pagination_token: textParam(Type.Optional(Type.String({ description: 'Ignored: there is one page.' }))),
  },
  of: 'users',
  read(errors) {
    readSpaceId(errors)
    errors.integer('max_results', 1, MAX_PAGE_SIZE, MAX_PAGE_SIZE)
  },
})
