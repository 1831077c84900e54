/** Access tokens: a user's leave for an app, with the permission level of the moment it was issued. */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { AccessTokensTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import { randomAlphanumeric, type Vault } from '../../lib/vault.ts'
import { demandUser } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { demandApp, type Permissions, permissionsOf } from './app.ts'

export interface AccessToken {
  /** The public half, `<user id>-…`. */
  readonly token: string
  readonly appId: bigint
  readonly userId: bigint
  readonly sealedSecret: string
  readonly permissions: Permissions
  readonly createdAt: number
  readonly isRevoked: boolean
}

/** Shown this once. */
export interface IssuedToken {
  readonly accessToken: string
  readonly accessTokenSecret: string
  readonly userId: bigint
  readonly screenName: string
  readonly permissions: Permissions
}

const TOKEN_LENGTH = 40
const SECRET_LENGTH = 45

/**
 * Issues a user access token at the app's present permission level. Tokens that the pair has already stay.
 * @throws {Refusal} `app-not-found`, `user-not-found`
 */
export async function issueToken(
  context: Context,
  input: { readonly appId: bigint; readonly userId: bigint },
): Promise<IssuedToken> {
  const secrets = makeSecrets(context, input.userId)
  return context.store.write((tx) => storeToken(context, tx, input, secrets))
}

/**
 * Makes the pair's tokens anew: the new one is issued and every earlier one dies in the same commit.
 * @throws {Refusal} `app-not-found`, `user-not-found`
 */
export async function regenerateToken(
  context: Context,
  input: { readonly appId: bigint; readonly userId: bigint },
): Promise<IssuedToken> {
  const secrets = makeSecrets(context, input.userId)
  return context.store.write(async (tx) => {
    const before = await tx.rows(liveTokens, input)
    for (const { token } of before) await revoke(context, tx, { ...input, token })
    return storeToken(context, tx, input, secrets)
  })
}

/** Revokes a token for ever. @throws {Refusal} `token-not-found` when it is unknown or revoked already */
export async function revokeToken(context: Context, token: string): Promise<void> {
  await context.store.write(async (tx) => {
    const found = await findToken(tx, token)
    if (found === undefined || found.isRevoked)
      throw new Refusal('token-not-found', 'there is no such live token')
    await revoke(context, tx, found)
  })
}

export async function findToken(reader: Reader, token: string): Promise<AccessToken | undefined> {
  const row = await reader.first(tokenByName, { token })
  return row === undefined ? undefined : fromRow(row)
}

/** The token secret in clear. @throws {SealBroken} */
export function tokenSecretOf(vault: Vault, token: AccessToken): string {
  return vault.open(token.sealedSecret, secretContext(token.token))
}

interface TokenSecrets {
  readonly token: string
  readonly secret: string
  readonly sealed: string
}

function makeSecrets({ random, vault }: Context, userId: bigint): TokenSecrets {
  const token = `${userId}-${randomAlphanumeric(random, TOKEN_LENGTH)}`
  const secret = randomAlphanumeric(random, SECRET_LENGTH)
  return { token, secret, sealed: vault.seal(secret, secretContext(token)) }
}

async function storeToken(
  { clock }: Context,
  tx: Tx,
  { appId, userId }: { readonly appId: bigint; readonly userId: bigint },
  { token, secret, sealed }: TokenSecrets,
): Promise<IssuedToken> {
  const app = await demandApp(tx, appId)
  const user = await demandUser(tx, { id: userId })
  const now = clock.now()
  await tx.run(insertToken, {
    token,
    app_id: appId,
    user_id: userId,
    secret: sealed,
    permissions: app.permissions,
    created_at: now,
  })
  append(tx, now, { kind: 'token.created', user_id: userId, app_id: appId, token })
  return {
    accessToken: token,
    accessTokenSecret: secret,
    userId,
    screenName: user.screenName,
    permissions: app.permissions,
  }
}

async function revoke(
  { clock }: Context,
  tx: Tx,
  { token, appId, userId }: { readonly token: string; readonly appId: bigint; readonly userId: bigint },
): Promise<void> {
  const now = clock.now()
  await tx.run(markRevoked, { token, now })
  append(tx, now, { kind: 'token.revoked', user_id: userId, app_id: appId, token })
}

function secretContext(token: string): string {
  return `access_tokens.secret:${token}`
}

function fromRow(row: Selectable<AccessTokensTable>): AccessToken {
  return {
    token: row.token,
    appId: row.app_id,
    userId: row.user_id,
    sealedSecret: row.secret,
    permissions: permissionsOf(row.permissions),
    createdAt: row.created_at,
    isRevoked: row.revoked_at !== null,
  }
}

const tokenByName = query<{ token: string }>()((k, p) =>
  k.selectFrom('access_tokens').selectAll().where('token', '=', p('token')),
)

// Uses the index access_tokens_user.
const liveTokens = query<{ userId: bigint; appId: bigint }>()((k, p) =>
  k
    .selectFrom('access_tokens')
    .select('token')
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .where('revoked_at', 'is', null),
)

const insertToken = query<{
  token: string
  app_id: bigint
  user_id: bigint
  secret: string
  permissions: string
  created_at: number
}>()((k, p) =>
  k.insertInto('access_tokens').values({
    token: p('token'),
    app_id: p('app_id'),
    user_id: p('user_id'),
    secret: p('secret'),
    permissions: p('permissions'),
    created_at: p('created_at'),
    revoked_at: null,
  }),
)

const markRevoked = query<{ token: string; now: number }>()((k, p) =>
  k
    .updateTable('access_tokens')
    .set({ revoked_at: p('now') })
    .where('token', '=', p('token')),
)
