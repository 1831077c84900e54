/** Apps and tokens as the domain knows them, and the ways to find them. */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { AppsTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { stringsOf } from '../../lib/json.ts'
import { hashSecret, type Vault } from '../../lib/vault.ts'
import { Refusal } from '../context.ts'

/** What an app, and each token at its issue, may do; each level holds the ones before it. */
export const PERMISSIONS = ['read', 'read-write', 'read-write-directmessages'] as const
export type Permissions = (typeof PERMISSIONS)[number]

/** Any other text is nobody's, and some of it no database takes. */
const CONSUMER_KEY = /^[A-Za-z0-9]{1,64}$/

/** Whether `held` allows what `needed` names. */
export function allows(held: Permissions, needed: Permissions): boolean {
  return PERMISSIONS.indexOf(held) >= PERMISSIONS.indexOf(needed)
}

/** The lower of two levels. */
export function lowerPermissions(a: Permissions, b: Permissions): Permissions {
  return allows(a, b) ? b : a
}

export interface App {
  readonly id: bigint
  readonly ownerId: bigint
  readonly name: string
  /** Of its home page, as it was given; empty when none was. See homeOf in app-details.ts. */
  readonly url: string
  readonly description: string
  readonly permissions: Permissions
  readonly callbackUrls: readonly string[]
  readonly consumerKey: string
  /** Sealed; open it with {@link consumerSecretOf}. */
  readonly sealedConsumerSecret: string
  readonly bearerGeneration: number
  /** Whether a bearer token is out. */
  readonly hasBearer: boolean
  readonly createdAt: number
  /** Milliseconds since the Unix epoch; null when not. A suspended app's keys and tokens are good for nothing. */
  readonly suspendedAt: number | null
  /** Whether it is told the e-mail addresses of users who let it act for them. */
  readonly mayReadEmail: boolean
}

export function findApp(reader: Reader, id: bigint): Promise<App | undefined> {
  return reader.first(appById, { id }).then(fromRow)
}

/** What a request by bearer token needs to know of its app, and no more: it is read for every one of them. */
export type BearerApp = Pick<App, 'id' | 'permissions' | 'suspendedAt'>

/** The app whose live bearer token this is, or undefined. */
export async function findAppByBearer(reader: Reader, bearer: string): Promise<BearerApp | undefined> {
  const row = await reader.first(appByBearer, { hash: hashSecret(bearer) })
  if (row === undefined) return undefined
  return { id: row.id, permissions: permissionsOf(row.permissions), suspendedAt: row.suspended_at }
}

export async function findAppByConsumerKey(reader: Reader, consumerKey: string): Promise<App | undefined> {
  if (!CONSUMER_KEY.test(consumerKey)) return undefined
  return reader.first(appByConsumerKey, { consumerKey }).then(fromRow)
}

/** The apps of a user, oldest first. */
export async function findAppsOf(reader: Reader, ownerId: bigint): Promise<App[]> {
  const rows = await reader.rows(appsByOwner, { ownerId })
  return rows.flatMap((row) => fromRow(row) ?? [])
}

/** @throws {Refusal} `app-not-found` */
export async function requireApp(reader: Reader, id: bigint): Promise<App> {
  const app = await findApp(reader, id)
  if (app === undefined) throw new Refusal('app-not-found', `there is no app with the id ${id}`)
  return app
}

/**
 * Holds the app's row to the end of the transaction, on PostgreSQL also against tokens of the app that are being
 * issued elsewhere: whatever changes what an app may do happens before or after, never beside.
 */
export async function lockApp(tx: Tx, id: bigint): Promise<void> {
  await tx.rows(lockedApp, { id })
}

/** The consumer secret in clear. @throws {SealBroken} */
export function consumerSecretOf(vault: Vault, app: Pick<App, 'id' | 'sealedConsumerSecret'>): string {
  return vault.open(app.sealedConsumerSecret, consumerSecretContext(app.id))
}

export function consumerSecretContext(appId: bigint): string {
  return `apps.consumer_secret:${appId}`
}

/**
 * The bearer token of an app: always the same until it is made anew, although only its hash is stored, because
 * it derives from the key. It holds percent escapes, which clients send back as they are (spec/oauth.md#bearer-token).
 */
export function bearerOf(vault: Vault, appId: bigint, generation: number): string {
  const bytes = vault.derive(`apps.bearer:${appId}:${generation}`)
  return `AAAAAAAAAAAAAAAAAAAAA${encodeURIComponent(`${bytes.toString('base64')}=`)}`
}

function fromRow(row: Selectable<AppsTable> | undefined): App | undefined {
  return row === undefined ? undefined : appOf(row)
}

export function appOf(row: Selectable<AppsTable>): App {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    url: row.url,
    description: row.description,
    permissions: permissionsOf(row.permissions),
    callbackUrls: stringsOf(row.callback_urls),
    consumerKey: row.consumer_key,
    sealedConsumerSecret: row.consumer_secret,
    bearerGeneration: row.bearer_generation,
    hasBearer: row.bearer_hash !== null,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    mayReadEmail: row.may_read_email === 1,
  }
}

/** A stored permission level; what is not one gives the least. */
export function permissionsOf(text: string): Permissions {
  return PERMISSIONS.find((level) => level === text) ?? 'read'
}

const lockedApp = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('apps').select('id').where('id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const appById = query<{ id: bigint }>()((k, p) => k.selectFrom('apps').selectAll().where('id', '=', p('id')))

// Uses the index apps_owner.
const appsByOwner = query<{ ownerId: bigint }>()((k, p) =>
  k.selectFrom('apps').selectAll().where('owner_id', '=', p('ownerId')).orderBy('id').limit(100),
)

// Uses the unique index apps_bearer.
const appByBearer = query<{ hash: string }>()((k, p) =>
  k.selectFrom('apps').select(['id', 'permissions', 'suspended_at']).where('bearer_hash', '=', p('hash')),
)

// Uses the unique index apps_consumer_key.
const appByConsumerKey = query<{ consumerKey: string }>()((k, p) =>
  k.selectFrom('apps').selectAll().where('consumer_key', '=', p('consumerKey')),
)
