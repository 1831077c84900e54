/** Reads the audit log, newest entry first. */
import type { Selectable } from 'kysely'
import { once } from '../../db/query.ts'
import type { AuditLogTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'

export interface AuditRecord {
  readonly id: bigint
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectKey: string
  readonly subjectName: string
  readonly reason: string
  readonly details: JsonObject
}

/** A filter that is undefined matches every entry. */
export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subjectKind?: string | undefined
  readonly subjectKey?: string | undefined
}

/** A page of entries, newest first. @param after id of the last entry of the previous page */
export async function listAudit(
  reader: Reader,
  { actor, action, subjectKind, subjectKey }: AuditFilter,
  { after, count }: PageRequest<bigint>,
): Promise<Page<AuditRecord, bigint>> {
  // Uses the primary key, or the index of the first filter.
  const page = once((k) => {
    let entries = k
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(count + 1)
    if (after !== undefined) entries = entries.where('id', '<', after)
    if (actor !== undefined) entries = entries.where('actor', '=', actor)
    if (action !== undefined) entries = entries.where('action', '=', action)
    if (subjectKind !== undefined) entries = entries.where('subject_kind', '=', subjectKind)
    if (subjectKey !== undefined) entries = entries.where('subject_key', '=', subjectKey)
    return entries
  })
  return pageOf((await reader.rows(page, {})).map(recordOf), count, ({ id }) => id)
}

/** The entry with an id, or undefined. */
export async function findAudit(reader: Reader, id: bigint): Promise<AuditRecord | undefined> {
  const row = await reader.first(
    once((k) => k.selectFrom('audit_log').selectAll().where('id', '=', id)),
    {},
  )
  return row === undefined ? undefined : recordOf(row)
}

function recordOf(row: Selectable<AuditLogTable>): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectKey: row.subject_key,
    subjectName: row.subject_name,
    reason: row.reason,
    details: JSON.parse(row.details) as JsonObject,
  }
}
