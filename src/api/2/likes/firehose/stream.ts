/** GET 2/likes/firehose/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2LikeFirehose = enterpriseOnly({
  path: '/2/likes/firehose/stream',
  summary: 'All likes.',
  auth: ['app'],
})
