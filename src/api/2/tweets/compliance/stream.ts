/** GET 2/tweets/compliance/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2PostCompliance = enterpriseOnly({
  path: '/2/tweets/compliance/stream',
  summary: 'Changes of posts.',
  auth: ['app'],
})
