/**
 * Request tokens of three-legged OAuth (spec/oauth.md#request-token). A request token is valid for 15 minutes. A user
 * approves or denies a request token once, and the app can exchange the token for one access token.
 */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { RequestTokensTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { equalSecrets, randomAlphanumeric, type Vault } from '../../lib/vault.ts'
import { type Context, Refusal } from '../context.ts'
import { type App, lockApp, lowerPermissions, type Permissions, permissionsOf, requireApp } from './app.ts'
import { OUT_OF_BAND } from './callbacks.ts'
import { type IssuedToken, issueTokenIn, makeSecrets } from './tokens.ts'

export interface RequestToken {
  readonly token: string
  readonly appId: bigint
  readonly sealedSecret: string
  /** URL to which the browser returns; with `oob` the page shows a PIN instead. */
  readonly callback: string
  /** The requested permission level. The access token has at most this level. */
  readonly permissions: Permissions
  /** The user who approved the token; null before the approval. */
  readonly userId: bigint | null
  /** Keyed hash of the verifier, because a PIN could be guessed from an unkeyed hash. Null before the approval. */
  readonly verifierHash: string | null
  readonly expiresAt: number
}

const LIFETIME_MS = 15 * 60_000
const TOKEN_LENGTH = 27
const SECRET_LENGTH = 32
const VERIFIER_LENGTH = 32
const PIN_DIGITS = 7
/** Number of wrong verifiers after which a request token is deleted, because a PIN has only seven digits. */
const MAX_VERIFIER_TRIES = 5
/**
 * The form of a request token. Other texts are never looked up, because PostgreSQL rejects some of them, such as texts
 * with NUL.
 */
const TOKEN = /^[A-Za-z0-9]{27}$/
/** Number of expired tokens that a new token removes: more than one, so that expired tokens do not accumulate. */
const MAX_EXPIRED_REMOVED = 50

/** First step: creates a request token. Only this function returns the secret. */
export async function createRequestToken(
  context: Context,
  input: { readonly app: App; readonly callback: string; readonly permissions: Permissions },
): Promise<{ readonly token: string; readonly secret: string }> {
  const { random, vault, clock, store } = context
  const token = randomAlphanumeric(random, TOKEN_LENGTH)
  const secret = randomAlphanumeric(random, SECRET_LENGTH)
  const now = clock.now()
  await store.write(async (tx) => {
    // No event: a request token belongs to no user yet, and no cache has it.
    await tx.run(deleteExpired, { now })
    await tx.run(insertRequestToken, {
      token,
      app_id: input.app.id,
      secret: vault.seal(secret, secretContext(token)),
      callback: input.callback,
      permissions: input.permissions,
      expires_at: now + LIFETIME_MS,
    })
  })
  return { token, secret }
}

/** A request token that can still be used, or undefined. */
export async function findRequestToken(
  { store, clock }: Context,
  token: string,
): Promise<RequestToken | undefined> {
  return read(store, token, clock.now())
}

async function read(reader: Reader, token: string, now: number): Promise<RequestToken | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await reader.first(liveRequestToken, { token, now })
  return row === undefined ? undefined : fromRow(row)
}

/** The decrypted secret of a request token. @throws {SealBroken} */
export function requestTokenSecretOf(
  vault: Vault,
  token: Pick<RequestToken, 'token' | 'sealedSecret'>,
): string {
  return vault.open(token.sealedSecret, secretContext(token.token))
}

/**
 * Approves a request token for a user.
 * @returns the verifier: a PIN of seven digits if the callback is `oob`, otherwise 32 characters
 * @throws {Refusal} `token-not-found` when the token has expired, was used, or was approved already
 */
export async function approveRequestToken(context: Context, token: string, userId: bigint): Promise<string> {
  const { store, clock, random, vault } = context
  const longVerifier = randomAlphanumeric(random, VERIFIER_LENGTH)
  // The PIN is the remainder of 48 random bits, so all PINs are almost equally likely.
  const pin = String(random(6).readUIntBE(0, 6) % 10 ** PIN_DIGITS).padStart(PIN_DIGITS, '0')
  return store.write(async (tx) => {
    // No event: the app gets access only with the access token.
    const found = await read(tx, token, clock.now())
    if (found === undefined || found.userId !== null) throw gone()
    const verifier = found.callback === OUT_OF_BAND ? pin : longVerifier
    const approved = await tx.run(approve, {
      token,
      user_id: userId,
      verifier_hash: verifierHash(vault, token, verifier),
    })
    if (approved === 0) throw gone()
    return verifier
  })
}

/** Deletes a request token, after the user has denied it. */
export async function dropRequestToken(context: Context, token: string): Promise<void> {
  // No event: a request token belongs to no user yet, and no cache has it.
  await context.store.write((tx) => tx.run(deleteRequestToken, { token }))
}

/**
 * Deletes a user's approved tokens that the app has not exchanged, inside a transaction. @returns the number of tokens
 */
export function dropApprovedIn(
  tx: Tx,
  { appId, userId }: { readonly appId: bigint; readonly userId: bigint },
): Promise<number> {
  return tx.run(deleteApproved, { appId, userId })
}

/**
 * Last step: exchanges an approved request token for an access token. A request token works once.
 * @throws {Refusal} `token-not-found`; `verifier-wrong`, and the fifth wrong verifier deletes the token;
 * `app-suspended`, `user-not-found`
 */
export async function exchangeRequestToken(
  context: Context,
  input: { readonly token: string; readonly verifier: string },
): Promise<IssuedToken> {
  const { store, clock, vault } = context
  const known = await findRequestToken(context, input.token)
  const userId = known?.userId ?? null
  if (known === undefined || userId === null) throw gone()
  const secrets = makeSecrets(context, userId)
  const outcome = await store.write(async (tx) => {
    await lockApp(tx, known.appId)
    // The attempt is counted before the comparison, because the update locks the row and so serializes concurrent
    // attempts.
    await tx.run(countTry, { token: input.token })
    const found = await read(tx, input.token, clock.now())
    if (found?.userId !== userId || found.verifierHash === null) throw gone()
    if (!equalSecrets(verifierHash(vault, input.token, input.verifier), found.verifierHash)) {
      await tx.run(deleteWhenTried, { token: input.token, tries: MAX_VERIFIER_TRIES })
      return undefined
    }
    const app = await requireApp(tx, found.appId)
    if (app.suspendedAt !== null) throw new Refusal('app-suspended', 'the app is suspended')
    await tx.run(deleteRequestToken, { token: input.token })
    const permissions = lowerPermissions(found.permissions, app.permissions)
    return issueTokenIn(context, tx, { app, userId, permissions }, secrets)
  })
  if (outcome === undefined)
    throw new Refusal('verifier-wrong', 'the verifier is not the one of this request token')
  return outcome
}

function gone(): Refusal {
  return new Refusal('token-not-found', 'the request token has expired or was used')
}

function verifierHash(vault: Vault, token: string, verifier: string): string {
  return vault.derive(`request_tokens.verifier:${token}:${verifier}`).toString('base64url')
}

function secretContext(token: string): string {
  return `request_tokens.secret:${token}`
}

function fromRow(row: Selectable<RequestTokensTable>): RequestToken {
  return {
    token: row.token,
    appId: row.app_id,
    sealedSecret: row.secret,
    callback: row.callback,
    permissions: permissionsOf(row.permissions),
    userId: row.user_id,
    verifierHash: row.verifier_hash,
    expiresAt: row.expires_at,
  }
}

const insertRequestToken = query<{
  token: string
  app_id: bigint
  secret: string
  callback: string
  permissions: string
  expires_at: number
}>()((k, p) =>
  k.insertInto('request_tokens').values({
    token: p('token'),
    app_id: p('app_id'),
    secret: p('secret'),
    callback: p('callback'),
    permissions: p('permissions'),
    expires_at: p('expires_at'),
    user_id: null,
    verifier_hash: null,
    wrong_tries: 0,
  }),
)

const liveRequestToken = query<{ token: string; now: number }>()((k, p) =>
  k
    .selectFrom('request_tokens')
    .selectAll()
    .where('token', '=', p('token'))
    .where('expires_at', '>', p('now')),
)

const approve = query<{ token: string; user_id: bigint; verifier_hash: string }>()((k, p) =>
  k
    .updateTable('request_tokens')
    .set({ user_id: p('user_id'), verifier_hash: p('verifier_hash') })
    .where('token', '=', p('token'))
    .where('user_id', 'is', null),
)

const countTry = query<{ token: string }>()((k, p) =>
  k
    .updateTable('request_tokens')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('token', '=', p('token')),
)

const deleteWhenTried = query<{ token: string; tries: number }>()((k, p) =>
  k.deleteFrom('request_tokens').where('token', '=', p('token')).where('wrong_tries', '>=', p('tries')),
)

const deleteRequestToken = query<{ token: string }>()((k, p) =>
  k.deleteFrom('request_tokens').where('token', '=', p('token')),
)

// Uses the index request_tokens_user.
const deleteApproved = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k.deleteFrom('request_tokens').where('app_id', '=', p('appId')).where('user_id', '=', p('userId')),
)

// Uses the index request_tokens_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('request_tokens')
    .where('token', 'in', (eb) =>
      eb
        .selectFrom('request_tokens')
        .select('token')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
