/** GET 2/likes/compliance/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2LikeCompliance = enterpriseOnly({
  path: '/2/likes/compliance/stream',
  summary: 'Changes of likes.',
  auth: ['app'],
})
