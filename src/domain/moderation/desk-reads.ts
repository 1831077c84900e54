/**
 * Reads what the desk (the operators' part of the console) shows before an action: states, and the numbers of
 * connections and tokens that the action affects.
 */
import { sql } from 'kysely'
import { once, query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

/** The newest users, including hidden users. @param before an id; only users with smaller ids are returned */
export async function newestUserIds(
  reader: Reader,
  { before = LARGEST_ID, count, isHidden = false }: NewestUsers,
): Promise<readonly bigint[]> {
  const page = once((k) => {
    const users = k
      .selectFrom('users')
      .select('id')
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(count)
    return isHidden
      ? k
          .selectFrom('hidden_users')
          .select('user_id as id')
          .where('user_id', '<', before)
          .orderBy('user_id', 'desc')
          .limit(count)
      : users
  })
  return (await reader.rows(page, {})).map(({ id }) => id)
}

export interface NewestUsers {
  readonly before?: bigint | undefined
  readonly count: number
  /** True selects only suspended and deactivated users; default: all users. */
  readonly isHidden?: boolean
}

/** Ids of the posts of an author, newest first, including dropped posts and all versions. */
export async function postIdsOfAuthor(
  reader: Reader,
  input: { readonly authorId: bigint; readonly before?: bigint | undefined; readonly count: number },
): Promise<readonly bigint[]> {
  const { authorId, before = LARGEST_ID, count } = input
  return (await reader.rows(idsOfAuthor, { authorId, before, count })).map(({ id }) => id)
}

// Uses the index posts_author.
const idsOfAuthor = query<{ authorId: bigint; before: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', p('authorId'))
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(p('count')),
)

/** The remaining data of a deleted post. */
export interface Tombstone {
  readonly authorId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly deletedAt: number
  readonly reason: string
}

/** The remaining data of a deleted post; undefined for a post that exists or never existed. */
export async function findTombstone(reader: Reader, postId: bigint): Promise<Tombstone | undefined> {
  const row = await reader.first(tombstone, { postId })
  if (row === undefined) return undefined
  return { authorId: row.author_id, deletedAt: row.deleted_at, reason: row.reason }
}

const tombstone = query<{ postId: bigint }>()((k, p) =>
  k
    .selectFrom('deleted_posts')
    .select(['author_id', 'deleted_at', 'reason'])
    .where('post_id', '=', p('postId')),
)

/** Numbers of apps, tokens and connections that an action on a user affects. */
export interface UserReach {
  readonly apps: number
  /**
   * Access tokens and OAuth 2.0 grants of the user. These tokens and grants do not work while the user is suspended or
   * deactivated.
   */
  readonly tokens: number
  /** Webhook subscriptions to the user's events. */
  readonly subscriptions: number
  /** Compliance streams of all accounts. Each of them receives a message about the action. */
  readonly streams: number
}

export async function reachOfUser(reader: Reader, userId: bigint): Promise<UserReach> {
  const row = await reader.first(reach, { userId })
  return {
    apps: Number(row?.apps ?? 0),
    tokens: Number(row?.tokens ?? 0) + Number(row?.grants ?? 0),
    subscriptions: Number(row?.subscriptions ?? 0),
    streams: Number(row?.streams ?? 0),
  }
}

/** The number of compliance streams of all accounts. */
export async function countStreams(reader: Reader): Promise<number> {
  return Number((await reader.first(streams, {}))?.streams ?? 0)
}

const streams = query()(() => sql<{ streams: number }>`select count(*) as streams from compliance_streams`)

// Uses an index on the user in each table.
const reach = query<{ userId: bigint }>()(
  (_, p) => sql<{ apps: number; tokens: number; grants: number; subscriptions: number; streams: number }>`
    select
      (select count(*) from apps where owner_id = ${p('userId')} and deleted_at is null) as apps,
      (select count(*) from access_tokens where user_id = ${p('userId')} and revoked_at is null) as tokens,
      (select count(*) from oauth2_grants where user_id = ${p('userId')}) as grants,
      (select count(*) from webhook_subscriptions where user_id = ${p('userId')}) as subscriptions,
      (select count(*) from compliance_streams) as streams`,
)
