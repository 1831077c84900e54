/** GET 2/users/compliance/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2UserCompliance = enterpriseOnly({
  path: '/2/users/compliance/stream',
  summary: 'Changes of users.',
  auth: ['app'],
})
