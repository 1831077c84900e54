/** GET 2/tweets/sample10/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2Sample10 = enterpriseOnly({
  path: '/2/tweets/sample10/stream',
  summary: 'A tenth of all posts.',
  auth: ['app'],
})
