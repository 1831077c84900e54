/** GET help/tos, until 2019-06-10 (spec/v1-streams-and-lists.md#help). */
import { noticeEndpoint } from './_notice.ts'

export const helpTos = noticeEndpoint(
  'tos',
  'Terms of service. This endpoint was retired on 2019-06-10.',
  'The terms of service of this server are those of its operator.',
)
