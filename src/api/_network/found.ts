/** Pages with search results, for searches and for hashtags (spec/pages.md#search). */
import type { Post } from '../../domain/posts/post.ts'
import type { PostView } from '../../domain/posts/read/post-view.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { PAGE_ERRORS } from '../_pages/_errors.ts'
import { searchPosts } from '../_search/find-posts.ts'
import { completeSince } from '../_search/index-gap.ts'
import type { Services } from '../_services.ts'
import { readSearchQuery } from '../1.1/search/_query.ts'
import { spanOf } from '../1.1/search/_span.ts'
import { networkAnswer, type PageCall } from './page.ts'
import { PAGE_SIZE, postList, readId, shownViews } from './posts.ts'
import { minuteOf } from './times.ts'
import { withheldWords } from './withheld.ts'

/** Number of days that a search covers. Searches on pages cover all stored posts, unlike searches of the API. */
const ALL_DAYS = 36_500

/** Maximum number of searches on pages that run at a time, and of searches that wait. Further searches get 503. */
export const PAGE_SEARCHES = 2
export const PAGE_SEARCHES_WAITING = 20

export interface FoundRequest extends PageCall {
  readonly services: Services
  readonly query: string
  /** The address of the page with its query string; the link to the next page adds `before`. */
  readonly path: string
  readonly before: string | undefined
  readonly title: string
}

/** @throws {SemaphoreFull} when too many searches are running and waiting */
export async function foundAnswer(request: FoundRequest): Promise<Answer> {
  const { services, member, query: text, path, before, title } = request
  const read = readSearchQuery(text)
  if ('refused' in read)
    return networkAnswer(PAGE_ERRORS.badQuery.status, request, {
      title,
      query: text,
      main: html`<p class="card">This query ${read.refused}.</p>`,
    })
  const below = readId(before)
  const bounds = {
    since_id: undefined,
    until: undefined,
    max_id: below === undefined ? undefined : below - 1n,
  }
  const span = spanOf(read, bounds, { clock: services.clock, searchDays: ALL_DAYS })
  // Withheld posts are left out, because a result would show that the post contains the words of the query.
  const accepts = ({ withheldInCountries }: Post) => withheldInCountries.length === 0
  const search = { expression: read.expression, ...span, count: PAGE_SIZE, accepts }
  const { ids, next } = await services.pageSearches.run(() => searchPosts(services, search))
  const older = next === undefined ? undefined : `${path}${path.includes('?') ? '&' : '?'}before=${next + 1n}`
  const empty = before === undefined ? 'No post matches.' : 'There are no older posts.'
  // A search finds only public posts, like a search of the API by an app, so the views have no viewer.
  const views = (await shownViews(services, ids, undefined)).filter(isWhole)
  const since = await completeSince(services, span.from)
  return networkAnswer(200, request, {
    title,
    query: text,
    main: html`${since !== undefined && incomplete(since)}${await postList(views, older, empty, member)}`,
  })
}

/** The note on a page that may lack posts. */
function incomplete(since: string): Html {
  return html`<p class="card quiet">The index of posts is being built. Posts before ${minuteOf(Date.parse(since))} may be missing.</p>`
}

/** True if the post and its author are not withheld; for a repost, also the original and its author. */
function isWhole({ author, original }: PostView): boolean {
  const parts = original === undefined ? [author] : [author, original.post, original.author]
  return withheldWords(parts) === undefined
}
