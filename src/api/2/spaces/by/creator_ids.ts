/** GET 2/spaces/by/creator_ids: Spaces of users (spec/v2.md#spaces-and-trends). */
import { Type } from 'typebox'
import { spacePage, textParam } from '../../../_v2/spaces.ts'

export const v2SpacesByCreator = spacePage({
  path: '/2/spaces/by/creator_ids',
  summary: 'Spaces of up to 100 users; none exists.',
  params: { user_ids: textParam(Type.String({ description: '1 to 100 ids, separated by commas.' })) },
  read: (errors) => errors.ids('user_ids'),
})
