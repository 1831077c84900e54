/** Compliance streams of console accounts (spec/compliance-stream.md#request, spec/console.md#enterprise-console). */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { type AuditSubject, auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { requireAccount } from './console-account.ts'

/** The parts of a stream's URLs. */
export interface StreamName {
  readonly accountName: string
  /** 1 to 50 of `A-Z a-z 0-9 - _`; the label has the same form. */
  readonly publisher: string
  readonly label: string
}

const NAME = /^[A-Za-z0-9_-]{1,50}$/

/**
 * Creates a stream of an account.
 * @returns false if the stream exists already
 * @throws {Refusal} `stream-name-invalid`, `account-not-found`
 */
export async function createStream(context: Context, name: StreamName): Promise<boolean> {
  checkStreamName(name)
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await requireAccount(tx, name.accountName)
    if ((await tx.run(newStream, { ...name, now })) === 0) return false
    await recordAudit(tx, stamp, { action: 'stream.create', subject: streamSubject(name) })
    append(tx, now, { kind: 'console.changed', account_name: name.accountName, change: 'stream_created' })
    return true
  })
}

/**
 * Removes a stream of an account; connections of the account are closed.
 * @returns false if the stream does not exist
 */
export async function removeStream(context: Context, name: StreamName): Promise<boolean> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  if (!(await hasStream(context.store, name))) return false
  return context.store.write(async (tx) => {
    if ((await tx.run(deleteStream, { ...name })) === 0) return false
    await recordAudit(tx, stamp, { action: 'stream.remove', subject: streamSubject(name) })
    append(tx, now, { kind: 'console.changed', account_name: name.accountName, change: 'stream_removed' })
    return true
  })
}

/** Describes a stream as the subject of an audit entry. */
export function streamSubject({ accountName, publisher, label }: StreamName): AuditSubject {
  return { kind: 'stream', key: `${accountName}/${publisher}/${label}` }
}

/** Requires valid texts for publisher and label. @throws {Refusal} `stream-name-invalid` */
export function checkStreamName({ publisher, label }: Pick<StreamName, 'publisher' | 'label'>): void {
  const wrong = [publisher, label].find((each) => !NAME.test(each))
  if (wrong === undefined) return
  throw new Refusal(
    'stream-name-invalid',
    `${JSON.stringify(wrong)} is no name of a publisher or a label; use 1 to 50 letters, digits, hyphens and underscores`,
  )
}

/** True if the stream exists. Accepts any texts. */
export async function hasStream(reader: Reader, name: StreamName): Promise<boolean> {
  const isName = [name.accountName, name.publisher, name.label].every((each) => NAME.test(each))
  // Looks up only valid names, because PostgreSQL rejects some other texts, such as texts with NUL.
  return isName && (await reader.first(streamByName, { ...name })) !== undefined
}

/**
 * The streams of an account, ordered by publisher and label; at most 1,000.
 * @throws {Refusal} `account-not-found`
 */
export async function streamsOf(reader: Reader, accountName: string): Promise<readonly StreamName[]> {
  await requireAccount(reader, accountName)
  const rows = await reader.rows(streamsOfAccount, { accountName })
  return rows.map(({ publisher, label }) => ({ accountName, publisher, label }))
}

/** Path and query of a partition of a stream. @param partition 1 to 8 */
export function streamPath({ accountName, publisher, label }: StreamName, partition: number): string {
  return `/stream/compliance/accounts/${accountName}/publishers/${publisher}/${label}.json?partition=${partition}`
}

const newStream = query<StreamName & { now: number }>()((k, p) =>
  k
    .insertInto('compliance_streams')
    .values({
      account_name: p('accountName'),
      publisher: p('publisher'),
      label: p('label'),
      created_at: p('now'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

// This query and the next query use the primary key.
const streamByName = query<StreamName>()((k, p) =>
  k
    .selectFrom('compliance_streams')
    .select('label')
    .where('account_name', '=', p('accountName'))
    .where('publisher', '=', p('publisher'))
    .where('label', '=', p('label')),
)

const deleteStream = query<StreamName>()((k, p) =>
  k
    .deleteFrom('compliance_streams')
    .where('account_name', '=', p('accountName'))
    .where('publisher', '=', p('publisher'))
    .where('label', '=', p('label')),
)

const streamsOfAccount = query<{ accountName: string }>()((k, p) =>
  k
    .selectFrom('compliance_streams')
    .select(['publisher', 'label'])
    .where('account_name', '=', p('accountName'))
    .orderBy('publisher')
    .orderBy('label')
    .limit(1_000),
)
