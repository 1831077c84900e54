/** GET 2/tweets/label/stream, for enterprises only (spec/v2-messages-and-media.md#streams). */
import { enterpriseOnly } from '../../../_v2/enterprise.ts'

export const v2LabelStream = enterpriseOnly({
  path: '/2/tweets/label/stream',
  summary: 'Labels of posts.',
  auth: ['app'],
})
