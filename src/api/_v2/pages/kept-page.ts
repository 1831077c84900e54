/**
 * The first pages of timelines. A page is rendered once for all apps, and again after a change of one of its posts or
 * their author (decision 0177).
 */
import { has } from '../../../formats/v2/field-set.ts'
import { POST_FIELDS } from '../../../formats/v2/post-fields.ts'
import type { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { Services } from '../../_services.ts'
import { NOTHING_INCLUDED } from '../parts.ts'
import { type PostParts, postParts } from '../posts.ts'
import type { V2View } from '../view.ts'

/**
 * Like `postParts`, but public posts without expansions come from the cache.
 * @param ids an object that all requests for the page share
 */
export async function keptPostParts(services: Services, view: V2View, ids: ParsedIds): Promise<PostParts> {
  const { viewer, selection, day } = view
  const isShared =
    viewer.userId === null && selection.expansions === 0 && !has(selection.post, POST_FIELDS.restricted)
  if (!isShared) return postParts(services, view, 'ids', ids)
  const name = `${selection.post} ${POST_FIELDS.versionOn(day)}`
  const { texts } = services.timelineHeads
  const posts = await services.posts.find(ids)
  const kept = texts.get(ids, name, posts, services.users)
  if (kept !== undefined) {
    return { data: kept.data, shown: kept.shown, includes: NOTHING_INCLUDED, errors: [], kept }
  }
  const parts = await postParts(services, view, 'ids', ids)
  const { data, shown, errors } = parts
  // A page with a repost is not cached, because a repost depends on its original. A page with the notice for
  // a withheld post is not cached either: the notice is made for each request, so it differs from the cached
  // post.
  const isFixed = shown.every(
    ({ cached }, index) => cached === posts[index] && cached.entity.repostedId === null,
  )
  if (isFixed && errors.length === 0 && shown.length > 0 && shown.length === posts.length) {
    texts.keep(ids, { name, shown, data, body: undefined })
  }
  return parts
}
