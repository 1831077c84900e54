import type { Reader } from '../../db/store.ts'
import type { Permissions } from './app.ts'
import { findAppAbout } from './app-about.ts'
import { hasLiveToken } from './tokens.ts'

/** True if the app can sign the user in again without asking for approval (spec/console.md#apps). */
export async function maySignInAgain(
  reader: Reader,
  grant: { readonly appId: bigint; readonly userId: bigint; readonly permissions: Permissions },
): Promise<boolean> {
  if (!(await hasLiveToken(reader, grant))) return false
  return (await findAppAbout(reader, grant.appId)).allowsSignIn
}
