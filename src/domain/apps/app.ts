/** Apps of the domain, their permission levels, and the functions that look them up. */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { AppsTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { stringsOf } from '../../lib/json.ts'
import { hashSecret, type Vault } from '../../lib/vault.ts'
import type { AuditSubject } from '../audit/record-audit.ts'
import { Refusal } from '../context.ts'
import { type AppLevel, appLevelOf } from './levels.ts'

/** Permission levels of apps and tokens, ascending: each level includes the lower levels. */
export const PERMISSIONS = ['read', 'read-write', 'read-write-directmessages'] as const
export type Permissions = (typeof PERMISSIONS)[number]

/**
 * The form of a key. Other texts are not looked up, because the stored key of a deleted app has another form, and
 * PostgreSQL rejects NUL.
 */
const CONSUMER_KEY = /^[A-Za-z0-9]{1,64}$/

/** True if the level `granted` includes the level `required`. */
export function allows(granted: Permissions, required: Permissions): boolean {
  return PERMISSIONS.indexOf(granted) >= PERMISSIONS.indexOf(required)
}

/** The lower of two levels. */
export function lowerPermissions(a: Permissions, b: Permissions): Permissions {
  return allows(a, b) ? b : a
}

/** The higher of two levels; undefined stands for no level. */
export function higherPermissions(
  a: Permissions | undefined,
  b: Permissions | undefined,
): Permissions | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return allows(a, b) ? a : b
}

export interface App {
  readonly id: bigint
  readonly ownerId: bigint
  readonly name: string
  /** URL of the app's home page; empty for an app without a home page. See homeOf in app-details.ts. */
  readonly url: string
  readonly description: string
  readonly permissions: Permissions
  readonly callbackUrls: readonly string[]
  readonly consumerKey: string
  /** The encrypted secret, which {@link consumerSecretOf} decrypts. */
  readonly sealedConsumerSecret: string
  readonly bearerGeneration: number
  /** True while the app has a live bearer token. */
  readonly hasBearer: boolean
  readonly createdAt: number
  /**
   * Milliseconds since the Unix epoch; null for an app that is not suspended. Keys and tokens of a suspended app are
   * refused.
   */
  readonly suspendedAt: number | null
  /** True if the app may read the e-mail addresses of users who have authorized it. */
  readonly mayReadEmail: boolean
  /** Level that sets the limits of the app in API v2. */
  readonly level: AppLevel
}

/** The app with an id, or undefined. */
export function findApp(reader: Reader, id: bigint): Promise<App | undefined> {
  return reader.first(appById, { id }).then(fromRow)
}

/**
 * The fields of an app that a request with a bearer token needs. There are few fields, because each of these requests
 * reads them.
 */
export type BearerApp = Pick<App, 'id' | 'permissions' | 'suspendedAt'>

/** The app with this live bearer token, or undefined. */
export async function findAppByBearer(reader: Reader, bearer: string): Promise<BearerApp | undefined> {
  const row = await reader.first(appByBearer, { hash: hashSecret(bearer) })
  if (row === undefined) return undefined
  return { id: row.id, permissions: permissionsOf(row.permissions), suspendedAt: row.suspended_at }
}

/** The app with a consumer key, or undefined. Accepts any text. */
export async function findAppByConsumerKey(reader: Reader, consumerKey: string): Promise<App | undefined> {
  if (!CONSUMER_KEY.test(consumerKey)) return undefined
  return reader.first(appByConsumerKey, { consumerKey }).then(fromRow)
}

/**
 * Maximum number of apps that a user can create. The operator can create more apps for a user, but lists of the console
 * omit these further apps.
 */
export const MAX_APPS_OF_OWNER = 100

/** The apps of a user, oldest first, at most {@link MAX_APPS_OF_OWNER}. */
export async function findAppsOf(reader: Reader, ownerId: bigint): Promise<App[]> {
  const rows = await reader.rows(appsByOwner, { ownerId })
  return rows.flatMap((row) => fromRow(row) ?? [])
}

/** The app with an id. @throws {Refusal} `app-not-found` */
export async function requireApp(reader: Reader, id: bigint): Promise<App> {
  const app = await findApp(reader, id)
  if (app === undefined) throw new Refusal('app-not-found', `there is no app with the id ${id}`)
  return app
}

/**
 * Locks the app's row until the transaction ends. On PostgreSQL, other transactions that lock the app wait,
 * so changes of the app's access are serialized.
 */
export async function lockApp(tx: Tx, id: bigint): Promise<void> {
  await tx.rows(lockedApp, { id })
}

/** Describes an app as the subject of an audit entry. */
export function appSubject({ id, name }: Pick<App, 'id' | 'name'>): AuditSubject {
  return { kind: 'app', key: id, name }
}

/** The decrypted consumer secret. @throws {SealBroken} */
export function consumerSecretOf(vault: Vault, app: Pick<App, 'id' | 'sealedConsumerSecret'>): string {
  return vault.open(app.sealedConsumerSecret, consumerSecretContext(app.id))
}

/** The name under which the vault encrypts the consumer secret of an app; decryption needs the same name. */
export function consumerSecretContext(appId: bigint): string {
  return `apps.consumer_secret:${appId}`
}

/**
 * The bearer token of an app. The token is derived from the key of the server and a generation number, so it stays the
 * same until it is rotated, although the database stores only its hash. The token contains percent escapes, which
 * clients send back unchanged (spec/oauth.md#bearer-token).
 */
export function bearerOf(vault: Vault, appId: bigint, generation: number): string {
  const bytes = vault.derive(`apps.bearer:${appId}:${generation}`)
  return `AAAAAAAAAAAAAAAAAAAAA${encodeURIComponent(`${bytes.toString('base64')}=`)}`
}

function fromRow(row: AppRow | undefined): App | undefined {
  return row === undefined ? undefined : appOf(row)
}

/** The columns of an app that is not deleted. */
export type AppRow = Omit<Selectable<AppsTable>, 'deleted_at'>

/** Converts a stored app. */
export function appOf(row: AppRow): App {
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
    level: appLevelOf(row.level),
  }
}

/** Parses a stored permission level; an unknown text becomes the lowest level. */
export function permissionsOf(text: string): Permissions {
  return PERMISSIONS.find((level) => level === text) ?? 'read'
}

const lockedApp = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('apps').select('id').where('id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const appById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('apps').selectAll().where('id', '=', p('id')).where('deleted_at', 'is', null),
)

// Uses the index apps_owner.
const appsByOwner = query<{ ownerId: bigint }>()((k, p) =>
  k
    .selectFrom('apps')
    .selectAll()
    .where('owner_id', '=', p('ownerId'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MAX_APPS_OF_OWNER),
)

// Uses the unique index apps_bearer.
const appByBearer = query<{ hash: string }>()((k, p) =>
  k.selectFrom('apps').select(['id', 'permissions', 'suspended_at']).where('bearer_hash', '=', p('hash')),
)

// Uses the unique index apps_consumer_key.
const appByConsumerKey = query<{ consumerKey: string }>()((k, p) =>
  k.selectFrom('apps').selectAll().where('consumer_key', '=', p('consumerKey')),
)
