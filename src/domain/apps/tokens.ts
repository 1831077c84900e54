/**
 * Access tokens of apps for users. A token keeps the permission level with which it was issued. This level is the level
 * of the app at the time, or a lower level that the app requested.
 */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { AccessTokensTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { randomAlphanumeric, type Vault } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type App, allows, appSubject, lockApp, type Permissions, permissionsOf, requireApp } from './app.ts'

export interface AccessToken {
  /** The token, which is public: `<user id>-…`. */
  readonly token: string
  readonly appId: bigint
  readonly userId: bigint
  readonly sealedSecret: string
  readonly permissions: Permissions
  readonly createdAt: number
  readonly isRevoked: boolean
}

/** Shown only once. */
export interface IssuedToken {
  readonly accessToken: string
  readonly accessTokenSecret: string
  readonly userId: bigint
  readonly screenName: string
  readonly permissions: Permissions
}

interface TokenRequest {
  readonly appId: bigint
  readonly userId: bigint
  /** Reason of the operator, for the audit log. */
  readonly reason?: string | undefined
}

const TOKEN_LENGTH = 40
const SECRET_LENGTH = 45
/**
 * The form of a token. Other texts are never looked up, because PostgreSQL rejects some of them, such as texts with
 * NUL.
 */
export const TOKEN = /^[A-Za-z0-9-]{1,64}$/

/** A token and its secret, chosen by the caller, such as test data. */
export type ChosenToken = Pick<TokenSecrets, 'token' | 'secret'>

/**
 * Issues a user access token with the app's current permission level. Earlier tokens of the app and user stay valid.
 * @param chosen a token and secret to use; generated when omitted
 * @throws {Refusal} `app-not-found`, `user-not-found`
 */
export async function issueToken(
  context: Context,
  input: TokenRequest,
  chosen?: ChosenToken,
): Promise<IssuedToken> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const secrets = makeSecrets(context, input.userId, chosen)
  return context.store.write(async (tx) => {
    const app = await requireApp(tx, input.appId)
    const grant = { app, userId: input.userId, permissions: app.permissions }
    const issued = await issueTokenIn(context, tx, grant, secrets)
    await record(tx, stamp, 'token.create', app, issued, input.reason)
    return issued
  })
}

/**
 * Rotates the tokens of an app and user. Issues a new token and revokes all earlier tokens, in one commit.
 * @throws {Refusal} `app-not-found`, `user-not-found`
 */
export async function regenerateToken(context: Context, input: TokenRequest): Promise<IssuedToken> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const secrets = makeSecrets(context, input.userId)
  return context.store.write(async (tx) => {
    const app = await requireApp(tx, input.appId)
    await lockApp(tx, app.id)
    await revokeTokensIn(context, tx, input)
    const grant = { app, userId: input.userId, permissions: app.permissions }
    const issued = await issueTokenIn(context, tx, grant, secrets)
    await record(tx, stamp, 'token.regenerate', app, issued, input.reason)
    return issued
  })
}

/** Writes an audit entry for an action on a token of a user. The entry does not have the token. */
async function record(
  tx: Tx,
  stamp: AuditStamp | undefined,
  action: 'token.create' | 'token.regenerate' | 'token.revoke',
  app: Pick<App, 'id' | 'name'>,
  { userId, permissions }: Pick<IssuedToken, 'userId' | 'permissions'>,
  reason = '',
): Promise<void> {
  const details = { user_id: userId, permissions }
  await recordAudit(tx, stamp, { action, subject: appSubject(app), reason, details })
}

/**
 * Revokes a token permanently.
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `token-not-found` when the token is unknown or already revoked
 */
export async function revokeToken(context: Context, token: string, reason = ''): Promise<void> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  await context.store.write(async (tx) => {
    const found = await findToken(tx, token)
    if (found === undefined || !(await revoke(context, tx, found)))
      throw new Refusal('token-not-found', 'there is no such live token')
    if (stamp === undefined) return
    await record(tx, stamp, 'token.revoke', await requireApp(tx, found.appId), found, reason)
  })
}

/** An access token, live or revoked, or undefined. Accepts any text. */
export async function findToken(reader: Reader, token: string): Promise<AccessToken | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await reader.first(tokenByName, { token })
  return row === undefined ? undefined : tokenOf(row)
}

/** The decrypted secret of a token. @throws {SealBroken} */
export function tokenSecretOf(vault: Vault, token: Pick<AccessToken, 'token' | 'sealedSecret'>): string {
  return vault.open(token.sealedSecret, secretContext(token.token))
}

/** A generated token, with its secret in plain text and encrypted. */
export interface TokenSecrets {
  readonly token: string
  readonly secret: string
  readonly sealed: string
}

/**
 * Generates a token and its secret. Call this before the transaction, because random numbers and encryption would
 * lengthen the transaction.
 */
export function makeSecrets({ random, vault }: Context, userId: bigint, chosen?: ChosenToken): TokenSecrets {
  const token = chosen?.token ?? `${userId}-${randomAlphanumeric(random, TOKEN_LENGTH)}`
  const secret = chosen?.secret ?? randomAlphanumeric(random, SECRET_LENGTH)
  return { token, secret, sealed: vault.seal(secret, secretContext(token)) }
}

/** Issues a token inside the transaction of the caller. @throws {Refusal} `user-not-found` */
export async function issueTokenIn(
  { clock }: Context,
  tx: Tx,
  grant: { readonly app: App; readonly userId: bigint; readonly permissions: Permissions },
  { token, secret, sealed }: TokenSecrets,
): Promise<IssuedToken> {
  const { app, userId, permissions } = grant
  const user = await requireUser(tx, { id: userId })
  const now = clock.now()
  await tx.run(insertToken, {
    token,
    app_id: app.id,
    user_id: userId,
    secret: sealed,
    permissions,
    created_at: now,
  })
  append(tx, now, { kind: 'token.created', user_id: userId, app_id: app.id, token })
  return { accessToken: token, accessTokenSecret: secret, userId, screenName: user.screenName, permissions }
}

/** Revokes all live tokens of a user for an app; the caller must have locked the app. @returns the number of tokens */
export async function revokeTokensIn(
  context: Context,
  tx: Tx,
  { appId, userId }: { readonly appId: bigint; readonly userId: bigint },
): Promise<number> {
  const live = await tx.rows(liveTokens, { appId, userId })
  for (const { token } of live) await revoke(context, tx, { token, appId, userId })
  return live.length
}

/** True if the app has a live token of the user with at least that permission level. */
export async function hasLiveToken(
  reader: Reader,
  grant: { readonly appId: bigint; readonly userId: bigint; readonly permissions: Permissions },
): Promise<boolean> {
  const { appId, userId } = grant
  const live = await reader.rows(liveTokens, { appId, userId })
  return live.some(({ permissions }) => allows(permissionsOf(permissions), grant.permissions))
}

/** Returns false if the token was revoked already. */
async function revoke(
  { clock }: Context,
  tx: Tx,
  { token, appId, userId }: { readonly token: string; readonly appId: bigint; readonly userId: bigint },
): Promise<boolean> {
  const now = clock.now()
  if ((await tx.run(markRevoked, { token, now })) === 0) return false
  append(tx, now, { kind: 'token.revoked', user_id: userId, app_id: appId, token })
  return true
}

function secretContext(token: string): string {
  return `access_tokens.secret:${token}`
}

/** Converts a stored token. */
export function tokenOf(row: Selectable<AccessTokensTable>): AccessToken {
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
    .select(['token', 'permissions'])
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
    .where('token', '=', p('token'))
    .where('revoked_at', 'is', null),
)
