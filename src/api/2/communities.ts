/** GET 2/communities/:id: refused, because Aviary has no communities (spec/v2.md#spaces-and-trends). */
import { enterpriseOnly } from '../_v2/enterprise.ts'

export const v2Community = enterpriseOnly({
  path: '/2/communities/:id',
  summary: 'One community by its id.',
  auth: ['user', 'app'],
})
