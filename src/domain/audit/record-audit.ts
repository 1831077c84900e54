/**
 * Writes the audit log (spec/console.md#audit-log). A command records its action in the transaction of the change, so
 * that the store keeps both or neither.
 */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import type { JsonValue } from '../../lib/json.ts'
import type { Context, Operator } from '../context.ts'
import type { AuditAction, AuditSubjectKind } from './actions.ts'

/** The part of an entry that is made before the transaction. */
export interface AuditStamp {
  readonly id: bigint
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly actor: string
  /** Details about the operator, which every entry gets. */
  readonly details: Readonly<Record<string, string>>
}

export interface AuditEntry {
  readonly action: AuditAction
  readonly subject: AuditSubject
  /** Reason that the operator gives; may be omitted. */
  readonly reason?: string | undefined
  /** Details that help to understand or undo the action; never a secret. */
  readonly details?: Readonly<Record<string, JsonValue>>
}

/** The subject of an action. */
export interface AuditSubject {
  readonly kind: AuditSubjectKind
  /** The id of the subject; for a console user the e-mail address, and for an account the name. */
  readonly key: bigint | string
  /** Name for display, such as a screen name. */
  readonly name?: string
}

/**
 * Makes the first part of an entry, for one action. Undefined when no operator acts, because then the audit
 * log gets no entry. The result is a promise only for an operator, because commands without an operator must
 * reach the store in the order of their calls.
 */
export function auditStamp(
  context: Pick<Context, 'operator' | 'ids' | 'clock'>,
): Promise<AuditStamp> | undefined {
  return context.operator && stampOf(context, context.operator)
}

async function stampOf(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { actor, details = {} }: Operator,
): Promise<AuditStamp> {
  return { id: await ids.make(), at: clock.now(), actor, details }
}

/**
 * Records an action, in the transaction of its change. @param stamp a result of {@link auditStamp}; undefined records
 * nothing
 */
export async function recordAudit(tx: Tx, stamp: AuditStamp | undefined, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [{ stamp, entry }])
}

/** As {@link recordAudit}, for many actions in one statement. */
export async function recordAudits(
  tx: Tx,
  actions: readonly { readonly stamp: AuditStamp | undefined; readonly entry: AuditEntry }[],
): Promise<void> {
  const rows = actions.flatMap(({ stamp, entry }) => (stamp === undefined ? [] : [rowOf(stamp, entry)]))
  if (rows.length > 0) await insertEntries(tx, rows)
}

function rowOf(
  { id, at, actor, details: common }: AuditStamp,
  { action, subject, reason = '', details = {} }: AuditEntry,
) {
  const all = { ...common, ...details }
  const { kind, key, name = '' } = subject
  return [
    id,
    at,
    actor,
    action,
    kind,
    String(key),
    name,
    storable(reason),
    JSON.stringify(all, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
  ]
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL cannot store. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}

const insertEntries = bulk(
  {
    id: 'integer',
    at: 'integer',
    actor: 'text',
    action: 'text',
    subject_kind: 'text',
    subject_key: 'text',
    subject_name: 'text',
    reason: 'text',
    details: 'text',
  },
  (k, rows) =>
    k
      .insertInto('audit_log')
      .columns([
        'id',
        'at',
        'actor',
        'action',
        'subject_kind',
        'subject_key',
        'subject_name',
        'reason',
        'details',
      ])
      .expression(rows),
)
