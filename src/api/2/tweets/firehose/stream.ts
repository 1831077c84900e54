/** GET 2/tweets/firehose/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2Firehose = enterpriseOnly({
  path: '/2/tweets/firehose/stream',
  summary: 'All posts.',
  auth: ['app'],
})
