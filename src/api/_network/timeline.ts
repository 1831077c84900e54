/** Pages with timelines of the member: home and mentions (spec/pages.md#members). */
import type { Window } from '../../domain/posts/read/timelines.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import type { Services } from '../_services.ts'
import type { Member } from './member.ts'
import { networkAnswer, type PageCall } from './page.ts'
import { PAGE_SIZE, postList, readId, shownViews } from './posts.ts'

export interface Timeline {
  readonly title: string
  readonly path: string
  /** Selects posts with smaller ids; an invalid value is ignored. */
  readonly before: string | undefined
  /** Content above the posts. */
  readonly head: Html | false
  readonly empty: string
  read(reader: Services['store'], input: Window & { readonly userId: bigint }): Promise<readonly bigint[]>
}

export async function timelineAnswer(
  { services, outer }: PageCall & { readonly services: Services },
  member: Member,
  { title, path, before, head, empty, read }: Timeline,
): Promise<Answer> {
  const until = readId(before)
  const below = (id: bigint | undefined) =>
    read(services.store, {
      ...{ userId: member.user.id, count: PAGE_SIZE, maxId: id === undefined ? undefined : id - 1n },
    })
  const ids = await below(until)
  const last = ids.at(-1)
  // A page can have fewer posts than the maximum although older posts exist. It is the last page only if the next page
  // is empty.
  const isEnd = last === undefined || (ids.length < PAGE_SIZE && (await below(last)).length === 0)
  const older = isEnd ? undefined : `${path}?before=${last}`
  const views = await shownViews(services, ids, member)
  const posts = await postList(
    views,
    older,
    until === undefined ? empty : 'There are no older posts.',
    member,
  )
  return networkAnswer(200, { services, outer, member }, { title, main: html`${head}${posts}` })
}
