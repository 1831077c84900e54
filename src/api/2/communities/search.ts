/** GET 2/communities/search: refused, because Aviary has no communities (spec/v2.md#spaces-and-trends). */
import { enterpriseOnly } from '../../_v2/enterprise.ts'

export const v2CommunitySearch = enterpriseOnly({
  path: '/2/communities/search',
  summary: 'Communities by words of their names.',
  auth: ['user', 'app'],
})
