/** Lists of posts on public pages, with the link to older ones. */
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { type Html, html } from '../../text/html.ts'
import { loadViews } from '../../views/load-post-views.ts'
import type { Services } from '../_services.ts'
import { postCard } from './post-card.ts'

/** Posts of a page. */
export const PAGE_SIZE = 20

/** The public ones of the posts, in the order of their ids. @param ids at most a few hundred */
export async function publicViews(
  services: Pick<Services, 'store' | 'users' | 'posts'>,
  ids: readonly bigint[],
): Promise<readonly PostView[]> {
  const views = await loadViews(services, ids, { repliedTo: false, named: false })
  return ids.flatMap((id) => views.get(id) ?? [])
}

/**
 * The posts, or a sentence in place of an empty list.
 * @param older address of the next page; undefined at the end
 */
export function postList(views: readonly PostView[], older: string | undefined, empty: string): Html {
  return html`${views.length === 0 ? html`<p class="card quiet">${empty}</p>` : views.map(postCard)}
${older !== undefined && html`<p><a class="button" rel="next" href="${older}">Older posts</a></p>`}`
}

/** The id in the parameter `before` or in a path; undefined for other texts. */
export function readId(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= LARGEST_ID ? id : undefined
}
