/**
 * Access of apps to Labs and to API v2 (spec/labs-lookup.md#enrolment and spec/labs-lookup.md#early-access). Every app
 * has access to the standard API.
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { appSubject, lockApp, requireApp } from './app.ts'
import { type AppLevel, appLevelOf } from './levels.ts'

export interface Enrolment {
  /** True unless the operator has ended the enrolment of the app. */
  readonly isInLabs: boolean
  readonly hasProject: boolean
  /** Level that sets the limits of the app in API v2. */
  readonly level: AppLevel
}

/** The enrolment of an app. */
export async function findEnrolment(reader: Reader, appId: bigint): Promise<Enrolment> {
  const row = must(await reader.first(enrolmentOf, { appId }), 'a row without a table')
  return {
    isInLabs: row.unenrolled === null,
    hasProject: row.project !== null,
    level: appLevelOf(row.level ?? ''),
  }
}

/**
 * Enrols an app in Labs, or ends its enrolment.
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `state-already-so`
 */
export async function changeLabsEnrolment(
  context: Context,
  appId: bigint,
  isInLabs: boolean,
  reason = '',
): Promise<void> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    if ((await findEnrolment(tx, appId)).isInLabs === isInLabs) {
      throw new Refusal('state-already-so', `the app is ${isInLabs ? 'in' : 'out of'} Labs already`)
    }
    if (isInLabs) await tx.run(enrol, { appId })
    else await tx.run(unenrol, { appId, now })
    const action = isInLabs ? 'app.add_to_labs' : 'app.remove_from_labs'
    await recordAudit(tx, stamp, { action, subject: appSubject(app), reason })
    append(tx, now, {
      kind: 'app.changed',
      app_id: appId,
      change: isInLabs ? 'labs_enrolled' : 'labs_unenrolled',
    })
  })
}

// Looks up three primary keys.
const enrolmentOf = query<{ appId: bigint }>()(
  (_, p) => sql<{
    unenrolled: number | null
    project: number | null
    level: string | null
  }>`
    select (select 1 from unenrolled_apps where app_id = ${p('appId')}) as unenrolled,
      (select 1 from project_apps where app_id = ${p('appId')}) as project,
      (select level from apps where id = ${p('appId')}) as level`,
)

const enrol = query<{ appId: bigint }>()((k, p) =>
  k.deleteFrom('unenrolled_apps').where('app_id', '=', p('appId')),
)

const unenrol = query<{ appId: bigint; now: number }>()((k, p) =>
  k.insertInto('unenrolled_apps').values({ app_id: p('appId'), created_at: p('now') }),
)
