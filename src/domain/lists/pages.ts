/**
 * Pages of lists and of their users. The cursors have the format of domain/graph/id-page.ts. Lists that the viewer
 * cannot see are omitted. Private lists among owned lists and memberships are removed before the page is selected; all
 * other hidden lists are removed afterwards, so a page can be short.
 */
import { type RawBuilder, sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Viewer } from '../context.ts'
import { type IdPage, type PageRow, pageAt, userIdPages } from '../graph/id-page.ts'
import { listIsVisible, NO_VIEWER } from './visibility.ts'

/** Ids of the members of a list, the newest first. @param input.userId id of the list */
export const listMemberIds = userIdPages('list_members', 'list_id', 'user_id')

/** Ids of the followers of a list, the newest first. @param input.userId id of the list */
export const listFollowerIds = userIdPages('list_followers', 'list_id', 'user_id')

export interface ListPageInput {
  /** The user whose lists are read. */
  readonly userId: bigint
  readonly viewer: Viewer
  /** See domain/graph/id-page.ts. */
  readonly cursor: bigint
  /** 1 to 1,000. */
  readonly count: number
}

/** Ids of the lists that a user owns, the newest first. */
export function ownedListIds(reader: Reader, input: ListPageInput): Promise<IdPage> {
  return listPage(reader, OWNED, input)
}

/** Ids of the lists that a user follows, the newest follow first. */
export function followedListIds(reader: Reader, input: ListPageInput): Promise<IdPage> {
  return listPage(reader, FOLLOWED, input)
}

/** Ids of the lists of which a user is a member, the newest membership first. */
export function membershipListIds(reader: Reader, input: ListPageInput): Promise<IdPage> {
  return listPage(reader, MEMBERSHIPS, input)
}

/** As {@link membershipListIds}, but only lists that the viewer owns. */
export function ownListIdsWith(reader: Reader, input: ListPageInput): Promise<IdPage> {
  return listPage(reader, OWN_WITH, input)
}

async function listPage(
  reader: Reader,
  { older, newer }: Pages,
  { userId, viewer, cursor, count }: ListPageInput,
): Promise<IdPage> {
  return pageAt(cursor, (backwards, bound) =>
    reader.first(backwards ? newer : older, {
      user: userId,
      viewer: viewer.userId ?? NO_VIEWER,
      bound,
      count,
    }),
  )
}

type PageParameter = 'user' | 'viewer' | 'bound' | 'count'
type P = (name: PageParameter) => RawBuilder<never>

/** SQL parts of a page: a condition on the position, the order, and the maximum number of rows. */
interface Cut {
  readonly seek: (position: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly limit: RawBuilder<unknown>
}

/** Makes SQL that selects rows with `position` and `list_id`. */
type Source = (p: P, cut: Cut) => RawBuilder<unknown>

interface Pages {
  readonly older: ReturnType<typeof pageQuery>
  readonly newer: ReturnType<typeof pageQuery>
}

const OWNED = pagesOf(
  // Uses the index lists_owner.
  (p, { seek, order, limit }) => sql`
    select id as position, id as list_id from lists
    where owner_id = ${p('user')} and (is_private = 0 or owner_id = ${p('viewer')}) and ${seek(sql`id`)}
    order by id ${order} limit ${limit}`,
)

const FOLLOWED = pagesOf(
  // Uses the index list_followers_user.
  (p, { seek, order, limit }) => sql`
    select position, list_id from list_followers
    where user_id = ${p('user')} and ${seek(sql`position`)} order by position ${order} limit ${limit}`,
)

// Uses the index list_members_pair for each list of the viewer.
const ownWith: Source = (p, { seek, order, limit }) => sql`
  select list_members.position as position, list_members.list_id as list_id
  from lists join list_members on list_members.list_id = lists.id and list_members.user_id = ${p('user')}
  where lists.owner_id = ${p('viewer')} and ${seek(sql`list_members.position`)}
  order by list_members.position ${order} limit ${limit}`

const OWN_WITH = pagesOf(ownWith)

const MEMBERSHIPS = pagesOf((p, cut) => {
  const { seek, order, limit } = cut
  // Uses the index list_members_user. The viewer's own public lists are in both parts, so `union` removes duplicates.
  return sql`
    select position, list_id from (
      select position, list_id from (
        select position, list_id from list_members
        where user_id = ${p('user')} and is_private = 0 and ${seek(sql`position`)}
        order by position ${order} limit ${limit}
      ) as public_ones
      union select position, list_id from (${ownWith(p, cut)}) as own_ones
    ) as memberships order by position ${order} limit ${limit}`
})

function pagesOf(source: Source): Pages {
  return { older: pageQuery(source, 'older'), newer: pageQuery(source, 'newer') }
}

/** A page as in domain/graph/id-page.ts, with a check of the visibility of lists. */
function pageQuery(source: Source, direction: 'older' | 'newer') {
  return query<{ user: bigint; viewer: bigint; bound: bigint; count: number }>()((_, parameter) => {
    const p = parameter as P
    const [beyond, order] = direction === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const [lowEdge, highEdge] =
      direction === 'older'
        ? [sql`${p('bound')}`, sql`${p('bound')} - 1`]
        : [sql`${p('bound')} + 1`, sql`${p('bound')}`]
    const cut = {
      seek: (at: RawBuilder<unknown>) => sql`${at} ${beyond} ${p('bound')}`,
      order,
      limit: p('count'),
    }
    const next = (compare: RawBuilder<unknown>, edge: RawBuilder<unknown>, way: RawBuilder<unknown>) =>
      source(p, { seek: (at) => sql`${at} ${compare} ${edge}`, order: way, limit: sql`1` })
    return sql<PageRow>`
      select ids, newest_position, oldest_position,
        (select 1 from (${next(sql`<`, sql`coalesce(oldest_position, ${lowEdge})`, sql`desc`)}) as below) as more_older,
        (select 1 from (${next(sql`>`, sql`coalesce(newest_position, ${highEdge})`, sql`asc`)}) as above) as more_newer
      from (
        select string_agg(cast(lists.id as text), ',' order by page.position desc) as ids,
          max(page.position) as newest_position, min(page.position) as oldest_position
        from (${source(p, cut)}) as page
          left join lists on lists.id = page.list_id and ${listIsVisible(p('viewer'))}
      ) as shown`
  })
}
