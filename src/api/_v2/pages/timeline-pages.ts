/** Declares timelines of API v2: pages of posts whose `meta` has the newest and the oldest id (spec/v2.md#paging). */
import type { Viewer } from '../../../domain/context.ts'
import { FIRST_CURSOR } from '../../../domain/graph/id-page.ts'
import type { PostPage, PostPageInput } from '../../../domain/posts/read/post-page.ts'
import type { Exclusions } from '../../../domain/posts/read/timelines.ts'
import type { HeadPage } from '../../../views/timeline-heads.ts'
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import { TIMELINE_PAGE } from '../schemas.ts'
import { type OwnedPages, ownedPages } from './owned-pages.ts'
import { type PostPages, postKind } from './post-pages.ts'
import { isWhole, readTimelinePart, TIMELINE_PARAMS } from './timeline-params.ts'

interface TimelineInput extends PostPageInput, Exclusions {
  /** The owner of the timeline. */
  readonly userId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

interface TimelinePages extends Omit<PostPages, 'read'> {
  /**
   * Reads the first page of a timeline from the cache, if the request has no filters. Default: the function
   * `read` also reads the first page.
   */
  newest?(services: Pick<Services, 'timelineHeads'>, userId: bigint, count: number): Promise<HeadPage>
  read(reader: Services['store'], input: TimelineInput, viewer: Viewer): Promise<PostPage>
}

export function timelinePages({
  read,
  newest,
  isMetered = false,
  ...declaration
}: TimelinePages): ApiEndpoint {
  const pages: OwnedPages = {
    ...declaration,
    read: {
      params: TIMELINE_PARAMS,
      parse(errors, services) {
        const now = services.clock.now()
        const part = readTimelinePart(errors, now)
        if (newest !== undefined && isWhole(part)) {
          return (reader, page, viewer) =>
            page.cursor === FIRST_CURSOR
              ? newest(services, page.userId, page.count)
              : read(reader, { ...page, ...part, now }, viewer)
        }
        return (reader, page, viewer) => read(reader, { ...page, ...part, now }, viewer)
      },
    },
  }
  return ownedPages(pages, {
    ...postKind(isMetered),
    schema: TIMELINE_PAGE,
    meta({ shown }) {
      const [newest, oldest] = [shown[0], shown.at(-1)]
      return newest === undefined || oldest === undefined
        ? {}
        : { newest_id: String(newest.cached.entity.id), oldest_id: String(oldest.cached.entity.id) }
    },
  })
}
