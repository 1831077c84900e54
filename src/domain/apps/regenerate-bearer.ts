import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'
import { appSubject, bearerOf, lockApp, requireApp } from './app.ts'
import { bearerVersion, requireVersion } from './own/credential-versions.ts'

/**
 * Rotates the app's bearer token, or issues a bearer token to an app without one. After the commit, the old token does
 * not work.
 * @param seen the version of the token that the caller has seen; undefined accepts any version
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `credentials-changed`
 */
export async function regenerateBearer(
  context: Context,
  appId: bigint,
  seen?: string,
  reason = '',
): Promise<string> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    requireVersion(seen, bearerVersion(await requireApp(tx, appId)))
    await tx.run(countGeneration, { id: appId })
    const app = await requireApp(tx, appId)
    const bearer = bearerOf(context.vault, appId, app.bearerGeneration)
    await tx.run(updateHash, { id: appId, hash: hashSecret(bearer) })
    await recordAudit(tx, stamp, { action: 'app.regenerate_bearer', subject: appSubject(app), reason })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'bearer_regenerated' })
    return bearer
  })
}

const countGeneration = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('apps')
    .set((eb) => ({ bearer_generation: eb('bearer_generation', '+', 1) }))
    .where('id', '=', p('id')),
)

const updateHash = query<{ id: bigint; hash: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ bearer_hash: p('hash') })
    .where('id', '=', p('id')),
)
