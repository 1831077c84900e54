/** GET 2/likes/sample10/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2LikeSample10 = enterpriseOnly({
  path: '/2/likes/sample10/stream',
  summary: 'A tenth of all likes.',
  auth: ['app'],
})
