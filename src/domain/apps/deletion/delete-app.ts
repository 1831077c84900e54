/** Deletes an app (spec/console.md#apps). */
import { query } from '../../../db/query.ts'
import { append } from '../../../log/append.ts'
import { auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { deleteRulesOfAppIn } from '../../rules/delete-rules.ts'
import { removeWebhooksIn } from '../../webhooks/remove-webhook.ts'
import { appSubject, lockApp, requireApp } from '../app.ts'
import { removeAppIn } from '../projects/projects.ts'

/**
 * Deletes an app. After the commit, the keys, bearer token, access tokens and OAuth 2.0 grants of the app do not work.
 * Its streams end, and its rules, webhooks and environments are deleted. The posts of the app keep its name as their
 * source, and its usage stays stored. Rows of tokens and grants are deleted in steps (clean-up.ts).
 * @param typedName the name of the app, which the owner typed to confirm the deletion
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`; `app-name-not-confirmed` when `typedName` is another name
 */
export async function deleteApp(
  context: Context,
  appId: bigint,
  typedName: string,
  reason = '',
): Promise<void> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    if (typedName.trim() !== app.name.trim()) {
      throw new Refusal('app-name-not-confirmed', "the typed name is not the app's name; type it exactly")
    }
    await deleteRulesOfAppIn(tx, now, appId)
    await removeWebhooksIn(tx, now, appId)
    await removeAppIn(tx, now, appId)
    await tx.run(deleteClient, { appId })
    await tx.run(deleteAbout, { appId })
    // The hyphen makes the text an invalid consumer key; see findAppByConsumerKey.
    await tx.run(markDeleted, { appId, now, key: `deleted-${appId}` })
    await tx.run(insertDeleted, { appId })
    const details = { owner_id: app.ownerId }
    await recordAudit(tx, stamp, { action: 'app.delete', subject: appSubject(app), reason, details })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'deleted' })
  })
}

const deleteClient = query<{ appId: bigint }>()((k, p) =>
  k.deleteFrom('oauth2_clients').where('app_id', '=', p('appId')),
)

const deleteAbout = query<{ appId: bigint }>()((k, p) =>
  k.deleteFrom('app_about').where('app_id', '=', p('appId')),
)

const markDeleted = query<{ appId: bigint; now: number; key: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({
      deleted_at: p('now'),
      consumer_key: p('key'),
      bearer_hash: null,
      callback_urls: '[]',
      url: '',
      description: '',
    })
    .where('id', '=', p('appId')),
)

const insertDeleted = query<{ appId: bigint }>()((k, p) =>
  k.insertInto('deleted_apps').values({ app_id: p('appId') }),
)
