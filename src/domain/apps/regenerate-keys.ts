import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'
import { appSubject, lockApp, requireApp } from './app.ts'
import { type KeyPair, makeKeys } from './keys.ts'
import { keysVersion, requireVersion } from './own/credential-versions.ts'

/**
 * Rotates the app's consumer key and secret. After the commit, the old pair does not work. Tokens belong to the app and
 * not to the pair, so they stay valid. Clients then sign requests with these tokens and the new pair.
 * @param seen the version of the keys that the caller has seen; undefined accepts any version
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `credentials-changed`
 */
export async function regenerateKeys(
  context: Context,
  appId: bigint,
  seen?: string,
  reason = '',
): Promise<KeyPair> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const { sealed, ...pair } = makeKeys(context, appId)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    requireVersion(seen, keysVersion(app))
    await tx.run(updateKeys, { id: appId, key: pair.consumerKey, secret: sealed })
    await recordAudit(tx, stamp, { action: 'app.regenerate_keys', subject: appSubject(app), reason })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'keys_regenerated' })
    return pair
  })
}

const updateKeys = query<{ id: bigint; key: string; secret: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ consumer_key: p('key'), consumer_secret: p('secret') })
    .where('id', '=', p('id')),
)
