/** GET /home: the timeline of a member, with the form for a new post (spec/pages.md#members). */
import { FIRST_CURSOR, incomingRequestIds } from '../domain/graph/id-page.ts'
import { homeTimeline } from '../domain/posts/read/home-timeline.ts'
import { optionalText } from '../http/params.ts'
import { type Html, html } from '../text/html.ts'
import type { Member } from './_network/member.ts'
import { memberPage } from './_network/member-endpoint.ts'
import { timelineAnswer } from './_network/timeline.ts'
import { writeForm } from './_network/write-form.ts'

export const homePage = memberPage({
  paths: ['/home'],
  summary: 'The home page of a member: posts of the member and of followed users, newest first.',
  params: { before: optionalText('Only posts with smaller ids.') },
  back: () => '/home',
  async show(call, member) {
    return timelineAnswer(call, member, {
      ...{ title: 'Home', path: '/home', before: call.params.before },
      read: homeTimeline,
      head: html`${await requestsNotice(member)}${writeForm(member)}`,
      empty: 'Nothing here yet. Follow users, or write a post.',
    })
  },
})

/** A notice about follow requests. Only protected users have follow requests. */
async function requestsNotice({ services, user }: Member): Promise<Html | false> {
  if (!user.isProtected) return false
  const waiting = await incomingRequestIds(services.store, {
    ...{ userId: user.id, cursor: FIRST_CURSOR, count: 1 },
  })
  return (
    waiting.ids !== '' &&
    html`<p class="card"><a href="/i/follow_requests">Follow requests</a> wait for you.</p>`
  )
}
