/**
 * Notices about posts and users that this server does not have yet. The notices are stored, and take effect when an
 * import adds the post or user (spec/data-files.md#stream-notices).
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { stringsOf } from '../../lib/json.ts'
import type { ImportNotice } from './import-notice.ts'

/** Kinds of notices, and the kind of item that each is about: a post or a user. */
export const REMEMBERED_KINDS = {
  delete: 'post',
  drop: 'post',
  withhold: 'post',
  scrub_geo: 'post',
  user_protect: 'user',
  user_suspend: 'user',
  user_deactivate: 'user',
  user_withhold: 'user',
  user_scrub_geo: 'user',
} as const

export type RememberedKind = keyof typeof REMEMBERED_KINDS

export interface RememberedNotice {
  /** Id of the post or user. */
  readonly subjectId: bigint
  readonly kind: RememberedKind
  /** The author in the notice; 0 for a notice about a user, and for a notice without an author. */
  readonly authorId: bigint
  /** Country codes as JSON, or the id of the newest post whose location is removed; empty for other kinds. */
  readonly value: string
}

/** Converts a stored notice. */
export function noticeOf({ subjectId: id, kind, authorId, value }: RememberedNotice): ImportNotice {
  const author = authorId === 0n ? undefined : authorId
  switch (kind) {
    case 'delete':
    case 'drop':
    case 'scrub_geo':
      return { on: 'post', action: kind, id, authorId: author }
    case 'withhold':
      return { on: 'post', action: 'withhold', id, authorId: author, countries: stringsOf(value) }
    case 'user_protect':
      return { on: 'user', action: 'protect', id }
    case 'user_suspend':
      return { on: 'user', action: 'suspend', id }
    case 'user_deactivate':
      return { on: 'user', action: 'deactivate', id }
    case 'user_withhold':
      return { on: 'user', action: 'withhold', id, countries: stringsOf(value) }
    case 'user_scrub_geo':
      return { on: 'user', action: 'scrub_geo', id, upToId: BigInt(value) }
  }
}

/**
 * Stores notices; a later notice about the same subject, kind and author replaces an earlier notice. @param now
 * milliseconds since the Unix epoch
 */
export async function rememberNotices(
  tx: Tx,
  notices: readonly RememberedNotice[],
  now: number,
): Promise<void> {
  await upsertNotices(
    tx,
    notices.map(({ subjectId, kind, authorId, value }) => [subjectId, kind, authorId, value, now]),
  )
}

/** Removes notices that took effect or were revoked by a later notice. */
export async function forgetNotices(
  tx: Tx,
  notices: readonly Omit<RememberedNotice, 'value'>[],
): Promise<void> {
  await deleteNotices(
    tx,
    notices.map(({ subjectId, kind, authorId }) => [subjectId, kind, authorId]),
  )
}

/** The stored notices about these posts or users. @param ids at most as many as a batch of an import */
export async function findRememberedNotices(
  reader: Reader,
  about: 'post' | 'user',
  ids: readonly bigint[],
): Promise<readonly RememberedNotice[]> {
  if (ids.length === 0 || (await reader.first(anyNotice, {})) === undefined) return []
  const rows = await reader.rows(noticesAbout, { ids: idList(ids) })
  return rows
    .map((row) => ({
      subjectId: row.subject_id,
      kind: row.kind as RememberedKind,
      authorId: row.author_id,
      value: row.value,
    }))
    .filter(({ kind }) => REMEMBERED_KINDS[kind] === about)
}

const upsertNotices = bulk(
  { subject_id: 'integer', kind: 'text', author_id: 'integer', value: 'text', noticed_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('import_notices')
      .columns(['subject_id', 'kind', 'author_id', 'value', 'noticed_at'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['subject_id', 'kind', 'author_id'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
          // A smaller limit does not replace the limit of an earlier notice.
          .where(
            sql<boolean>`case when import_notices.kind = 'user_scrub_geo'
              then cast(excluded.value as bigint) > cast(import_notices.value as bigint) else true end`,
          ),
      ),
)

const deleteNotices = bulk(
  { subject_id: 'integer', kind: 'text', author_id: 'integer' },
  (k, _rows, _engine, listed) => k.deleteFrom('import_notices').where(listed),
)

const anyNotice = query()((k) => k.selectFrom('import_notices').select('subject_id').limit(1))

// Uses the primary key for each id.
const noticesAbout = query<{ ids: string }>()(
  (_, p, engine) => sql<{ subject_id: bigint; kind: string; author_id: bigint; value: string }>`
    select import_notices.subject_id, import_notices.kind, import_notices.author_id, import_notices.value
    from ${idsOf(p('ids'), engine)} as wanted join import_notices on import_notices.subject_id = wanted.id
    order by import_notices.subject_id, import_notices.kind, import_notices.author_id`,
)
