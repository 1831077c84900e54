import { type Context, Refusal } from '../context.ts'
import { lockApp, requireApp } from './app.ts'
import { dropCodesIn } from './oauth2/codes.ts'
import { deleteGrantsIn } from './oauth2/grants.ts'
import { dropApprovedIn } from './request-tokens.ts'
import { revokeTokensIn } from './tokens.ts'

/**
 * Revokes the access of an app to a user's account. This revokes all access tokens and OAuth 2.0 grants, each with an
 * event, and all approvals that the app has not exchanged.
 * @throws {Refusal} `app-not-found`; `token-not-found` when the app has no access to the account
 */
export async function revokeAppOfUser(
  context: Context,
  pair: { readonly appId: bigint; readonly userId: bigint },
): Promise<void> {
  await context.store.write(async (tx) => {
    await lockApp(tx, pair.appId)
    await requireApp(tx, pair.appId)
    const approvals = (await dropApprovedIn(tx, pair)) + (await dropCodesIn(tx, pair))
    const tokens = await revokeTokensIn(context, tx, pair)
    const grants = await deleteGrantsIn(tx, context.clock.now(), pair)
    if (approvals + tokens + grants === 0) throw new Refusal('token-not-found', 'the app is not connected')
  })
}
