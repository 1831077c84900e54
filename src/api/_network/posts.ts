/** Lists of posts on public pages, with a link to older posts. */
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { type Html, html } from '../../text/html.ts'
import { loadViews } from '../../views/load-post-views.ts'
import type { Services } from '../_services.ts'
import { type Member, withMarks } from './member.ts'
import { postCard } from './post-card.ts'

/** Maximum posts of a page. */
export const PAGE_SIZE = 20

/**
 * The posts that the member may see, in the order of `ids`. For a reader without a session, only public posts.
 * @param ids a list of at most a few hundred ids
 */
export async function shownViews(
  services: Pick<Services, 'store' | 'users' | 'posts'>,
  ids: readonly bigint[],
  member: Member | undefined,
): Promise<readonly PostView[]> {
  const viewer = { userId: member?.user.id ?? null }
  const views = await loadViews(services, ids, { repliedTo: false, named: false }, viewer)
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** The member, with the member's likes and reposts of the shown posts. */
export function marked<M extends Member | undefined>(member: M, views: readonly PostView[]): Promise<M> {
  return withMarks(
    member,
    views.map(({ post, original }) => (original?.post ?? post).initialId),
  )
}

/**
 * The posts as HTML, or a sentence in place of an empty list.
 * @param older the address of the next page, with older posts; undefined on the last page
 */
export async function postList(
  views: readonly PostView[],
  older: string | undefined,
  empty: string,
  member: Member | undefined,
): Promise<Html> {
  const reader = await marked(member, views)
  return html`${views.length === 0 ? html`<p class="card quiet">${empty}</p>` : views.map((view) => postCard(view, reader))}
${older !== undefined && html`<p><a class="button" rel="next" href="${older}">Older posts</a></p>`}`
}

/** The id in the parameter `before` or in a path; undefined for other texts. */
export function readId(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= LARGEST_ID ? id : undefined
}
