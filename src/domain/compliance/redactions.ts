/**
 * Redactions: posts and users whose copies other services must delete, or whose location the services must delete from
 * their copies (spec/batch-compliance.md#results). Each redaction has a reason.
 */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { FIRST_SNOWFLAKE, snowflakeTime } from '../../lib/ids/snowflake.ts'
import { stringsOf } from '../../lib/json.ts'

/** Kind of the ids. */
export type ComplianceSubject = 'tweets' | 'users'

export type RedactionReason =
  | 'deleted'
  | 'suspended'
  | 'deactivated'
  | 'protected'
  /** The operator has hidden the post. */
  | 'dropped'
  /** Only the location in the copy must be deleted. */
  | 'scrub_geo'

export interface Redaction {
  readonly id: bigint
  readonly action: 'delete' | 'scrub_geo'
  readonly reason: RedactionReason
  /**
   * Creation time of the post or account, in milliseconds since the Unix epoch. Undefined for a deleted post from
   * before November 2010, because its id does not contain the time.
   */
  readonly createdAt: number | undefined
  /** Time of the change that caused the redaction, in milliseconds since the Unix epoch; undefined if unknown. */
  readonly redactedAt: number | undefined
}

/** The compliance state of a post or user. */
export interface ComplianceState {
  readonly id: bigint
  /** Undefined if no copy must be changed. */
  readonly redaction: Redaction | undefined
  /** Two-letter codes of the countries in which the item is withheld, sorted; `XX` stands for all countries. */
  readonly withheldIn: readonly string[]
}

/**
 * The compliance states of these ids, in the order of the input. Unknown ids are omitted.
 * @param ids at most a few hundred, because one statement reads all
 */
export async function findComplianceStates(
  reader: Reader,
  subject: ComplianceSubject,
  ids: readonly bigint[],
): Promise<readonly ComplianceState[]> {
  const list = { ids: idList(ids) }
  const rows =
    subject === 'tweets' ? await reader.rows(postStates, list) : await reader.rows(userStates, list)
  const found = new Map(rows.flatMap((row) => (row.is_known === 1 ? [[row.id, stateOf(row)]] : [])))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The redactions of these ids, in the order of the input. Ids without a redaction are omitted. */
export async function findRedactions(
  reader: Reader,
  subject: ComplianceSubject,
  ids: readonly bigint[],
): Promise<readonly Redaction[]> {
  const states = await findComplianceStates(reader, subject, ids)
  return states.flatMap(({ redaction }) => redaction ?? [])
}

interface StateRow {
  id: bigint
  created_at: number | null
  deleted_at: number | null
  suspended_at: number | null
  deactivated_at: number | null
  is_protected: number | null
  dropped_at: number | null
  scrubbed_at: number | null
  /** 1 for existing and deleted items, 0 for unknown ids. */
  is_known: number
  /**
   * JSON arrays of country codes, for the post or user, for the author, for the reposted post, and for the author of
   * the reposted post.
   */
  withheld: string | null
  author_withheld: string | null
  original_withheld: string | null
  original_author_withheld: string | null
}

function stateOf(row: StateRow): ComplianceState {
  const lists = [row.withheld, row.author_withheld, row.original_withheld, row.original_author_withheld]
  const withheldIn = [...new Set(lists.flatMap((list) => stringsOf(list ?? '[]')))].toSorted()
  return { id: row.id, redaction: redactionOf(row), withheldIn }
}

/**
 * The redaction of an item. If several reasons apply, the result has the reason that this function checks
 * first.
 */
function redactionOf(row: StateRow): Redaction | undefined {
  const { id } = row
  const createdAt = row.created_at ?? timeOf(id)
  const deletion = (reason: RedactionReason, at: number | null): Redaction => {
    return { id, action: 'delete', reason, createdAt, redactedAt: at ?? undefined }
  }
  if (row.deleted_at !== null) return deletion('deleted', row.deleted_at)
  if (row.suspended_at !== null) return deletion('suspended', row.suspended_at)
  if (row.deactivated_at !== null) return deletion('deactivated', row.deactivated_at)
  if (row.is_protected === 1) return deletion('protected', null)
  if (row.dropped_at !== null) return deletion('dropped', row.dropped_at)
  if (row.scrubbed_at === null) return undefined
  return { ...deletion('scrub_geo', row.scrubbed_at), action: 'scrub_geo' }
}

function timeOf(id: bigint): number | undefined {
  return id < FIRST_SNOWFLAKE ? undefined : snowflakeTime(id)
}

/** Time of a stored deletion notice for a post that no import has stored. */
const deletionNotice = sql`(
  select min(noticed_at) from import_notices where subject_id = wanted.id and kind = 'delete'
)`

// Reads a few primary keys for each id. The state of an edited post is stored for its first version, and reposts refer
// to this version too. A redaction of the original or of its author applies to the repost too.
const postStates = query<{ ids: string }>()(
  (_, p, engine) => sql<StateRow>`
    select wanted.id, posts.created_at,
      coalesce(gone.deleted_at, original_gone.deleted_at, case when posts.id is null then ${deletionNotice} end) as deleted_at,
      coalesce(users.suspended_at, original_author.suspended_at) as suspended_at,
      coalesce(users.deactivated_at, original_author.deactivated_at) as deactivated_at,
      case when 1 in (users.is_protected, original_author.is_protected) then 1 else 0 end as is_protected,
      coalesce(post_states.dropped_at, original_states.dropped_at) as dropped_at, geo_scrubs.scrubbed_at,
      case when coalesce(posts.id, gone.post_id, ${deletionNotice}) is null then 0 else 1 end as is_known,
      post_states.withheld_in_countries as withheld, users.withheld_in_countries as author_withheld,
      original_states.withheld_in_countries as original_withheld,
      original_author.withheld_in_countries as original_author_withheld
    from ${idsOf(p('ids'), engine)} as wanted
      left join posts on posts.id = wanted.id
      left join posts as original on original.id = posts.reposted_id
      left join deleted_posts as gone on gone.post_id = wanted.id
      left join deleted_posts as original_gone on original_gone.post_id = posts.reposted_id
      left join post_states on post_states.post_id = posts.initial_id
      left join post_states as original_states on original_states.post_id = posts.reposted_id
      left join users on users.id = posts.author_id
      left join users as original_author on original_author.id = original.author_id
      left join geo_scrubs on geo_scrubs.user_id = posts.author_id and geo_scrubs.up_to_post_id >= posts.id`,
)

const userStates = query<{ ids: string }>()(
  (_, p, engine) => sql<StateRow>`
    select users.id, users.created_at, null as deleted_at, users.suspended_at, users.deactivated_at,
      users.is_protected, null as dropped_at, null as scrubbed_at, 1 as is_known,
      users.withheld_in_countries as withheld, null as author_withheld, null as original_withheld,
      null as original_author_withheld
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id`,
)
