/** GET /home: the timeline of a member, with the form for a new post (spec/pages.md#members). */
import { homeTimeline } from '../domain/posts/read/home-timeline.ts'
import { optionalText } from '../http/params.ts'
import { memberPage } from './_network/member-endpoint.ts'
import { timelineAnswer } from './_network/timeline.ts'
import { writeForm } from './_network/write-form.ts'

export const homePage = memberPage({
  paths: ['/home'],
  summary: 'The page of a member: its own posts and those of the users that it follows, newest first.',
  params: { before: optionalText('Only posts with smaller ids.') },
  back: () => '/home',
  show: (call, member) =>
    timelineAnswer(call, member, {
      ...{ title: 'Home', path: '/home', before: call.params.before },
      read: homeTimeline,
      head: writeForm(member),
      empty: 'Nothing here yet. Follow users, or write a post.',
    }),
})
