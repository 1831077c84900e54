import { type Context, Refusal } from '../context.ts'
import { lockApp, requireApp } from './app.ts'
import { dropApprovedIn } from './request-tokens.ts'
import { revokeTokensIn } from './tokens.ts'

/**
 * A user takes back what it let an app do: every token of the pair dies, and an approval that the app has not
 * used yet is void. One event `token.revoked` a token.
 * @throws {Refusal} `app-not-found`; `token-not-found` when the app may do nothing for the user
 */
export async function revokeAppOfUser(
  context: Context,
  pair: { readonly appId: bigint; readonly userId: bigint },
): Promise<void> {
  await context.store.write(async (tx) => {
    await lockApp(tx, pair.appId)
    await requireApp(tx, pair.appId)
    const approvals = await dropApprovedIn(tx, pair)
    const tokens = await revokeTokensIn(context, tx, pair)
    if (approvals + tokens === 0) throw new Refusal('token-not-found', 'the app is not connected')
  })
}
