import { hashSecret } from '../../../lib/vault.ts'
import { findUser, isHidden } from '../../accounts/user.ts'
import { type Context, Refusal } from '../../context.ts'
import { lockApp } from '../app.ts'
import { deleteGrantIn, findGrant, type IssuedTokens, rotateGrantIn } from './grants.ts'
import { readScopes, scopesIn } from './scopes.ts'
import { grantOfRefreshToken, makeUserTokens } from './tokens.ts'

/**
 * Exchanges a refresh token for new tokens. After the commit, the old tokens do not work. A refresh token that is used
 * again revokes the whole grant, because the token was probably stolen (spec/oauth2.md#refresh).
 * @param input.appId the app to which the client belongs
 * @param input.scope scopes of the new access token; default: all scopes of the grant
 * @throws {Refusal} `token-not-found` for a token that is unknown, used, expired, or of another client, and for a
 * suspended or deactivated user; `scope-invalid` for a scope that the grant does not have
 */
export async function refreshGrant(
  context: Context,
  input: { readonly appId: bigint; readonly refreshToken: string; readonly scope?: string | undefined },
): Promise<IssuedTokens> {
  const { store, clock, vault } = context
  const grantId = grantOfRefreshToken(vault, input.refreshToken)
  if (grantId === undefined) throw invalid()
  const tokens = makeUserTokens(context, grantId)
  const hash = hashSecret(input.refreshToken)
  const issued = await store.write(async (tx) => {
    const now = clock.now()
    await lockApp(tx, input.appId)
    const grant = await findGrant(tx, grantId)
    if (grant?.appId !== input.appId || grant.expiresAt <= now) return undefined
    if (grant.refreshHash !== hash) {
      await deleteGrantIn(tx, now, grant)
      return undefined
    }
    const user = await findUser(tx, { id: grant.userId })
    if (user === undefined || isHidden(user)) return undefined
    const scope = reducedScope(grant.scope, input.scope)
    return rotateGrantIn(tx, now, { ...grant, refreshHash: hash }, scope, tokens)
  })
  if (issued === undefined) throw invalid()
  return issued
}

/** @throws {Refusal} `scope-invalid` */
function reducedScope(granted: string, wanted: string | undefined): string {
  if (wanted === undefined) return granted
  const scopes = readScopes(wanted)
  const allowed = scopesIn(granted)
  if (scopes?.every((scope) => allowed.includes(scope)) !== true) {
    throw new Refusal('scope-invalid', 'the grant does not have this scope')
  }
  return scopes.join(' ')
}

function invalid(): Refusal {
  return new Refusal('token-not-found', 'the refresh token is invalid')
}
