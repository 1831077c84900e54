import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type App, appSubject, lockApp, requireApp } from './app.ts'

/** Actions that change the state of an app. */
export type AppAction = 'suspend' | 'unsuspend'

/**
 * Suspends or unsuspends an app. After the commit of a suspension, the keys, bearer token and user tokens of the app do
 * not work. They work again after the suspension ends.
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `state-already-so`
 */
export async function changeAppState(
  context: Context,
  appId: bigint,
  action: AppAction,
  reason = '',
): Promise<App> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  const isSuspending = action === 'suspend'
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    if (isSuspending === (app.suspendedAt !== null)) {
      throw new Refusal('state-already-so', `the app is in that state already: ${action} changes nothing`)
    }
    const suspendedAt = isSuspending ? now : null
    await tx.run(updateState, { id: appId, suspended_at: suspendedAt })
    await recordAudit(tx, stamp, { action: `app.${action}`, subject: appSubject(app), reason })
    append(tx, now, {
      kind: 'app.changed',
      app_id: appId,
      change: isSuspending ? 'suspended' : 'unsuspended',
    })
    return { ...app, suspendedAt }
  })
}

const updateState = query<{ id: bigint; suspended_at: number | null }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ suspended_at: p('suspended_at') })
    .where('id', '=', p('id')),
)
