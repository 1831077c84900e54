/**
 * Grants of users to OAuth 2.0 clients (spec/oauth2.md#token-rules). A grant represents one approval. It has one access
 * token, and at most one refresh token, at a time. A revoked grant is deleted.
 */
import type { Selectable } from 'kysely'
import { query } from '../../../db/query.ts'
import type { OAuth2GrantsTable } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import { OFFLINE_ACCESS, scopesIn } from './scopes.ts'
import { ACCESS_TOKEN_MS, grantOfRefreshToken, REFRESH_TOKEN_MS, type UserTokens } from './tokens.ts'

export interface Grant {
  readonly id: bigint
  readonly appId: bigint
  readonly userId: bigint
  /** The approved scopes, in the order in which the client asked for them. */
  readonly scope: string
  /** The scopes of the current access token, which a refresh can reduce. */
  readonly accessScope: string
  /** Expiry of the current access token, in milliseconds since the Unix epoch. */
  readonly accessExpiresAt: number
  /** Hash of the current refresh token; null without `offline.access`. */
  readonly refreshHash: string | null
  /** Expiry of the grant, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/** Tokens in the form that the client receives; they are shown only once. */
export interface IssuedTokens {
  readonly accessToken: string
  /** Undefined without `offline.access`. */
  readonly refreshToken: string | undefined
  readonly scope: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
}

type PairOf = { readonly appId: bigint; readonly userId: bigint }

/** Maximum number of grants of a user for an app; a further grant ends the oldest grant. */
export const MAX_GRANTS_PER_PAIR = 20
/** Number of expired grants that a new grant removes: more than one, so that expired grants do not accumulate. */
const MAX_EXPIRED_REMOVED = 50

/** Creates a grant with its first tokens inside a transaction; the caller must have locked the app. */
export async function createGrantIn(
  tx: Tx,
  now: number,
  { id, appId, userId, scope }: PairOf & { readonly id: bigint; readonly scope: string },
  tokens: UserTokens,
): Promise<IssuedTokens> {
  await tx.run(deleteExpired, { now })
  const issued = issuedTokens(scope, scope, tokens)
  await tx.run(insertGrant, { id, appId, userId, scope, now, ...rotation(issued, now) })
  append(tx, now, { kind: 'grant.changed', user_id: userId, app_id: appId, grant_id: id, change: 'created' })
  const grants = await tx.rows(grantIdsOfPair, { appId, userId })
  for (const old of grants.slice(MAX_GRANTS_PER_PAIR)) {
    await deleteGrantIn(tx, now, { id: old.id, appId, userId })
  }
  return issued
}

/**
 * Replaces the tokens of a grant inside a transaction.
 * @param refreshHash hash of the refresh token that the caller read; the grant must still have it
 * @returns undefined when another request has refreshed the grant first
 */
export async function rotateGrantIn(
  tx: Tx,
  now: number,
  grant: Grant & { readonly refreshHash: string },
  accessScope: string,
  tokens: UserTokens,
): Promise<IssuedTokens | undefined> {
  const { id, appId, userId, scope, refreshHash } = grant
  const issued = issuedTokens(scope, accessScope, tokens)
  const changed = await tx.run(rotateGrant, { id, before: refreshHash, ...rotation(issued, now) })
  if (changed === 0) return undefined
  append(tx, now, {
    kind: 'grant.changed',
    user_id: userId,
    app_id: appId,
    grant_id: id,
    change: 'refreshed',
  })
  return issued
}

/**
 * Revokes a grant inside a transaction. Its tokens do not work after the commit. @returns false if the grant does not
 * exist
 */
export async function deleteGrantIn(
  tx: Tx,
  now: number,
  { id, appId, userId }: PairOf & { readonly id: bigint },
): Promise<boolean> {
  if ((await tx.run(deleteGrant, { id })) === 0) return false
  append(tx, now, { kind: 'grant.changed', user_id: userId, app_id: appId, grant_id: id, change: 'revoked' })
  return true
}

/**
 * Revokes all grants of a user to an app inside a transaction; the caller must have locked the app. @returns the number
 * of grants
 */
export async function deleteGrantsIn(tx: Tx, now: number, { appId, userId }: PairOf): Promise<number> {
  const grants = await tx.rows(grantIdsOfPair, { appId, userId })
  for (const { id } of grants) await deleteGrantIn(tx, now, { id, appId, userId })
  return grants.length
}

/** The grant with an id, or undefined. */
export async function findGrant(reader: Reader, id: bigint): Promise<Grant | undefined> {
  const row = await reader.first(grantById, { id })
  return row === undefined ? undefined : grantOf(row)
}

/**
 * Revokes the grant to which an access token or refresh token of an app belongs.
 * @throws {Refusal} `token-not-found` for a token that is unknown, rotated, of another app, or of an expired
 * grant
 */
export async function revokeGrantOfToken(
  { store, clock, vault }: Context,
  { appId, token }: { readonly appId: bigint; readonly token: string },
): Promise<void> {
  const now = clock.now()
  const hash = hashSecret(token)
  await store.write(async (tx) => {
    const named = grantOfRefreshToken(vault, token)
    const row =
      named === undefined ? await tx.first(grantByAccess, { hash }) : await tx.first(grantById, { id: named })
    const isCurrent = row?.access_hash === hash || row?.refresh_hash === hash
    const isOfApp = row?.app_id === appId && row.expires_at > now
    const isRevoked =
      row !== undefined && isCurrent && isOfApp && (await deleteGrantIn(tx, now, grantOf(row)))
    if (!isRevoked) throw new Refusal('token-not-found', 'the app has no such live token')
  })
}

/** Converts a stored grant. */
export function grantOf(row: Selectable<OAuth2GrantsTable>): Grant {
  return {
    id: row.id,
    appId: row.app_id,
    userId: row.user_id,
    scope: row.scope,
    accessScope: row.access_scope,
    accessExpiresAt: row.access_expires_at,
    refreshHash: row.refresh_hash,
    expiresAt: row.expires_at,
  }
}

function issuedTokens(scope: string, accessScope: string, tokens: UserTokens): IssuedTokens {
  const isOffline = scopesIn(scope).includes(OFFLINE_ACCESS)
  return {
    accessToken: tokens.accessToken,
    refreshToken: isOffline ? tokens.refreshToken : undefined,
    scope: accessScope,
    expiresIn: ACCESS_TOKEN_MS / 1_000,
  }
}

interface Rotation {
  readonly accessHash: string
  readonly accessScope: string
  readonly accessExpiresAt: number
  readonly refreshHash: string | null
  readonly expiresAt: number
}

function rotation({ accessToken, refreshToken, scope }: IssuedTokens, now: number): Rotation {
  return {
    accessHash: hashSecret(accessToken),
    accessScope: scope,
    accessExpiresAt: now + ACCESS_TOKEN_MS,
    refreshHash: refreshToken === undefined ? null : hashSecret(refreshToken),
    expiresAt: now + (refreshToken === undefined ? ACCESS_TOKEN_MS : REFRESH_TOKEN_MS),
  }
}

const insertGrant = query<
  { id: bigint; appId: bigint; userId: bigint; scope: string; now: number } & Rotation
>()((k, p) =>
  k.insertInto('oauth2_grants').values({
    id: p('id'),
    app_id: p('appId'),
    user_id: p('userId'),
    scope: p('scope'),
    access_hash: p('accessHash'),
    access_scope: p('accessScope'),
    access_expires_at: p('accessExpiresAt'),
    refresh_hash: p('refreshHash'),
    created_at: p('now'),
    expires_at: p('expiresAt'),
  }),
)

const rotateGrant = query<{ id: bigint; before: string } & Rotation>()((k, p) =>
  k
    .updateTable('oauth2_grants')
    .set({
      access_hash: p('accessHash'),
      access_scope: p('accessScope'),
      access_expires_at: p('accessExpiresAt'),
      refresh_hash: p('refreshHash'),
      expires_at: p('expiresAt'),
    })
    .where('id', '=', p('id'))
    .where('refresh_hash', '=', p('before')),
)

const grantById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('oauth2_grants').selectAll().where('id', '=', p('id')),
)

// Uses the unique index oauth2_grants_access.
const grantByAccess = query<{ hash: string }>()((k, p) =>
  k.selectFrom('oauth2_grants').selectAll().where('access_hash', '=', p('hash')),
)

// Uses the index oauth2_grants_user; newest first.
const grantIdsOfPair = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .selectFrom('oauth2_grants')
    .select('id')
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .orderBy('id', 'desc'),
)

const deleteGrant = query<{ id: bigint }>()((k, p) => k.deleteFrom('oauth2_grants').where('id', '=', p('id')))

// Uses the index oauth2_grants_expiry. No event: all tokens of an expired grant are invalid already.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('oauth2_grants')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('oauth2_grants')
        .select('id')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
