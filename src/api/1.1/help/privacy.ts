/** GET help/privacy, until 2019-06-10 (spec/v1-streams-and-lists.md#help). */
import { noticeEndpoint } from './_notice.ts'

export const helpPrivacy = noticeEndpoint(
  'privacy',
  'The privacy policy; ended on 2019-06-10.',
  'The privacy policy of this server is that of its operator.',
)
