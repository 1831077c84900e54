/** GET /mentions: posts that mention the signed-in member (spec/pages.md#members). */
import { mentionsTimeline } from '../domain/posts/read/timelines.ts'
import { optionalText } from '../http/params.ts'
import { memberPage } from './_network/member-endpoint.ts'
import { timelineAnswer } from './_network/timeline.ts'

export const mentionsPage = memberPage({
  paths: ['/mentions'],
  summary: 'The page of the posts that mention the signed-in member, newest first.',
  params: { before: optionalText('Only posts with smaller ids.') },
  back: () => '/mentions',
  show: (call, member) =>
    timelineAnswer(call, member, {
      ...{ title: 'Mentions', path: '/mentions', before: call.params.before },
      read: mentionsTimeline,
      head: false,
      empty: 'No post mentions you yet.',
    }),
})
