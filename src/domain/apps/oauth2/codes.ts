/**
 * Authorization codes (spec/oauth2.md#authorization). A code stands for a user's approval of the scopes that a client
 * asked for. A client exchanges the code once for tokens, and proves with a verifier that the same client made the
 * request (RFC 7636).
 */
import type { Selectable } from 'kysely'
import { query } from '../../../db/query.ts'
import type { OAuth2CodesTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { isHidden, requireUser } from '../../accounts/user.ts'
import { type Context, Refusal } from '../../context.ts'
import { lockApp, requireApp } from '../app.ts'
import { type Challenge, isVerifierOf, readChallenge } from './challenge.ts'
import { createGrantIn, deleteGrantIn, type IssuedTokens } from './grants.ts'
import { isSameRedirect } from './redirect.ts'
import { makeUserTokens } from './tokens.ts'

/** Lifetime of a code in milliseconds. The lifetime is long, because some users copy the code by hand. */
export const CODE_MS = 10 * 60_000
const CODE_BYTES = 48
/** The form of a code. Other texts are never looked up. */
const CODE = /^[A-Za-z0-9_-]{64}$/
/** Number of failed attempts, with a wrong verifier or redirect URI, after which a code is deleted. */
const MAX_TRIES = 5
/** Maximum number of live codes of a user for an app; a further code deletes the oldest code. */
const MAX_CODES_PER_PAIR = 20
/** Number of expired codes that a new code removes: more than one, so that expired codes do not accumulate. */
const MAX_EXPIRED_REMOVED = 50

/** The approval of a user. */
export interface Approval {
  readonly appId: bigint
  readonly userId: bigint
  readonly redirectUri: string
  /** Scopes separated by spaces, as {@link readScopes} reads them. */
  readonly scope: string
  readonly challenge: Challenge
}

/** Issues a code for an approval; only its hash is stored. @throws {Refusal} `app-not-found`, `app-suspended` */
export async function issueCode(context: Context, approval: Approval): Promise<string> {
  const { appId, userId, redirectUri, scope, challenge } = approval
  const code = context.random(CODE_BYTES).toString('base64url')
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    // No event: the app has no access before it exchanges the code.
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    if (app.suspendedAt !== null) throw new Refusal('app-suspended', 'the app is suspended')
    await tx.run(deleteExpired, { now })
    await tx.run(deleteOldest, { appId, userId })
    await tx.run(insertCode, {
      hash: hashSecret(code),
      appId,
      userId,
      redirectUri,
      scope,
      challenge: challenge.value,
      method: challenge.method,
      expiresAt: now + CODE_MS,
    })
  })
  return code
}

/** Input of a code exchange, as the client sends it. */
export interface CodeExchange {
  /** The app to which the client belongs. */
  readonly appId: bigint
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

/**
 * Exchanges a code for tokens. A code works once. A second exchange by the same client revokes the tokens of the first
 * exchange (RFC 6749 section 4.1.2).
 * @throws {Refusal} `token-not-found` for a code that is unknown, expired, used, or of another client; for a wrong
 * verifier or redirect URI; and for a suspended or deactivated user
 */
export async function exchangeCode(context: Context, exchange: CodeExchange): Promise<IssuedTokens> {
  const grantId = await context.ids.make()
  const tokens = makeUserTokens(context, grantId)
  const issued = CODE.test(exchange.code)
    ? await context.store.write(async (tx) => {
        const now = context.clock.now()
        await lockApp(tx, exchange.appId)
        const hash = hashSecret(exchange.code)
        const row = await tx.first(liveCode, { hash, appId: exchange.appId, now })
        if (row === undefined) return undefined
        if (row.grant_id !== null) return replayed(tx, now, row)
        if (!isProven(row, exchange)) return failed(tx, hash)
        // No event here: the new grant appends an event.
        await tx.run(markUsed, { hash, grantId })
        const user = await requireUser(tx, { id: row.user_id })
        if (isHidden(user)) return undefined
        const { appId } = exchange
        return createGrantIn(tx, now, { id: grantId, appId, userId: row.user_id, scope: row.scope }, tokens)
      })
    : undefined
  if (issued === undefined) throw new Refusal('token-not-found', 'the authorization code is invalid')
  return issued
}

/** Deletes the codes of a user and an app, inside a transaction. @returns the number of codes that were not used */
export async function dropCodesIn(
  tx: Tx,
  pair: { readonly appId: bigint; readonly userId: bigint },
): Promise<number> {
  const unused = await tx.run(deleteUnused, pair)
  await tx.run(deleteCodes, pair)
  return unused
}

function isProven(row: Selectable<OAuth2CodesTable>, { redirectUri, verifier }: CodeExchange): boolean {
  const challenge = readChallenge(row.challenge, row.challenge_method)
  return (
    challenge !== undefined &&
    isVerifierOf(challenge, verifier) &&
    isSameRedirect(row.redirect_uri, redirectUri)
  )
}

async function replayed(tx: Tx, now: number, row: Selectable<OAuth2CodesTable>): Promise<undefined> {
  if (row.grant_id === null) return
  await deleteGrantIn(tx, now, { id: row.grant_id, appId: row.app_id, userId: row.user_id })
}

async function failed(tx: Tx, hash: string): Promise<undefined> {
  await tx.run(countTry, { hash })
  await tx.run(deleteWhenTried, { hash, tries: MAX_TRIES })
}

const insertCode = query<{
  hash: string
  appId: bigint
  userId: bigint
  redirectUri: string
  scope: string
  challenge: string
  method: string
  expiresAt: number
}>()((k, p) =>
  k.insertInto('oauth2_codes').values({
    code_hash: p('hash'),
    app_id: p('appId'),
    user_id: p('userId'),
    redirect_uri: p('redirectUri'),
    scope: p('scope'),
    challenge: p('challenge'),
    challenge_method: p('method'),
    expires_at: p('expiresAt'),
    tries: 0,
    grant_id: null,
  }),
)

const liveCode = query<{ hash: string; appId: bigint; now: number }>()((k, p) =>
  k
    .selectFrom('oauth2_codes')
    .selectAll()
    .where('code_hash', '=', p('hash'))
    .where('app_id', '=', p('appId'))
    .where('expires_at', '>', p('now')),
)

const markUsed = query<{ hash: string; grantId: bigint }>()((k, p) =>
  k
    .updateTable('oauth2_codes')
    .set({ grant_id: p('grantId') })
    .where('code_hash', '=', p('hash')),
)

const countTry = query<{ hash: string }>()((k, p) =>
  k
    .updateTable('oauth2_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('code_hash', '=', p('hash')),
)

const deleteWhenTried = query<{ hash: string; tries: number }>()((k, p) =>
  k.deleteFrom('oauth2_codes').where('code_hash', '=', p('hash')).where('tries', '>=', p('tries')),
)

// Uses the index oauth2_codes_user.
const deleteUnused = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .deleteFrom('oauth2_codes')
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .where('grant_id', 'is', null),
)

const deleteCodes = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k.deleteFrom('oauth2_codes').where('user_id', '=', p('userId')).where('app_id', '=', p('appId')),
)

// Uses the index oauth2_codes_user. Deletes enough codes for a new code to stay within the limit. Codes of the same
// time are ordered by hash.
const deleteOldest = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .deleteFrom('oauth2_codes')
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .where('code_hash', 'not in', (eb) =>
      eb
        .selectFrom('oauth2_codes')
        .select('code_hash')
        .where('user_id', '=', p('userId'))
        .where('app_id', '=', p('appId'))
        .orderBy('expires_at', 'desc')
        .orderBy('code_hash')
        .limit(MAX_CODES_PER_PAIR - 1),
    ),
)

// Uses the index oauth2_codes_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('oauth2_codes')
    .where('code_hash', 'in', (eb) =>
      eb
        .selectFrom('oauth2_codes')
        .select('code_hash')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
