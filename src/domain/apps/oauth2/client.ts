/**
 * OAuth 2.0 clients. Each app can have a client id, and a confidential client also has a secret
 * (spec/oauth2.md#clients).
 */
import type { Selectable } from 'kysely'
import { query } from '../../../db/query.ts'
import type { AppsTable, OAuth2ClientsTable } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { equalSecrets, hashSecret, randomAlphanumeric } from '../../../lib/vault.ts'
import { append } from '../../../log/append.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { type App, appOf, appSubject, lockApp, requireApp } from '../app.ts'
import { clientVersion, requireVersion } from '../own/credential-versions.ts'

/** A public client has no secret. A confidential client must send its secret. */
export const CLIENT_TYPES = ['public', 'confidential'] as const
export type ClientType = (typeof CLIENT_TYPES)[number]

export interface OAuth2Client {
  readonly appId: bigint
  readonly clientId: string
  readonly type: ClientType
  /** Hash of the secret; null for a public client. */
  readonly credentialHash: string | null
}

/** A client and its app. */
export interface ClientOfApp {
  readonly client: OAuth2Client
  readonly app: App
}

export interface ClientCredentials {
  readonly clientId: string
  readonly type: ClientType
  /** The new secret, which is shown only once. Undefined for a public client, and when the secret did not change. */
  readonly clientSecret: string | undefined
}

const CLIENT_ID_LENGTH = 34
const CLIENT_SECRET_LENGTH = 50
/**
 * The form of a client id. Other texts are never looked up, because PostgreSQL rejects some of them, such as texts with
 * NUL.
 */
const CLIENT_ID = /^[A-Za-z0-9]{1,64}$/

/** The client with an id and its app, or undefined. Accepts any text. */
export async function findClient(reader: Reader, clientId: string): Promise<ClientOfApp | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined
  const row = await reader.first(clientById, { clientId })
  if (row === undefined) return undefined
  const { app_id, client_id, client_type, credential_hash, ...app } = row
  return {
    client: clientOf({ app_id, client_id, type: client_type, credential_hash }),
    app: appOf({ ...app, id: app_id }),
  }
}

/** The client of an app; undefined for an app without OAuth 2.0. */
export async function findClientOfApp(reader: Reader, appId: bigint): Promise<OAuth2Client | undefined> {
  const row = await reader.first(clientByApp, { appId })
  return row === undefined ? undefined : clientOf(row)
}

/** True if `secret` is the secret of a confidential client. */
export function isClientSecret({ credentialHash }: OAuth2Client, secret: string): boolean {
  return credentialHash !== null && equalSecrets(hashSecret(secret), credentialHash)
}

/**
 * Makes an app an OAuth 2.0 client of that type. The client id never changes. A client that becomes confidential gets a
 * new secret. Grants stay valid.
 * @param seen the version of the credentials that the caller has seen; undefined accepts any version
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `credentials-changed`
 */
export async function setClientType(
  context: Context,
  appId: bigint,
  type: ClientType,
  seen?: string,
  reason = '',
): Promise<ClientCredentials> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const created = randomAlphanumeric(context.random, CLIENT_ID_LENGTH)
  const secret = makeClientSecret(context)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    const before = await findClientOfApp(tx, appId)
    requireVersion(seen, clientVersion(before))
    const clientId = before?.clientId ?? created
    if (before?.type === type) return { clientId, type, clientSecret: undefined }
    const clientSecret = type === 'confidential' ? secret : undefined
    const hash = clientSecret === undefined ? null : hashSecret(clientSecret)
    if (before === undefined) await tx.run(insertClient, { appId, clientId, type, hash, now })
    else await tx.run(updateClient, { appId, type, hash })
    const subject = appSubject(app)
    await recordAudit(tx, stamp, { action: 'app.set_client_type', subject, reason, details: { type } })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'updated' })
    return { clientId, type, clientSecret }
  })
}

/** The client of a new app, which is not stored yet. */
export interface PreparedClient extends ClientCredentials {
  /** Undefined when no operator acts. */
  readonly stamp: AuditStamp | undefined
}

/**
 * Makes the id and the secret of a client. Call this before the transaction, because a transaction awaits only the
 * database.
 */
export async function prepareClient(context: Context, type: ClientType): Promise<PreparedClient> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const clientId = randomAlphanumeric(context.random, CLIENT_ID_LENGTH)
  return {
    clientId,
    type,
    clientSecret: type === 'confidential' ? makeClientSecret(context) : undefined,
    stamp,
  }
}

/** Stores the client of a new app, inside the transaction that stores the app. */
export async function createClientIn(
  tx: Tx,
  now: number,
  app: Pick<App, 'id' | 'name'>,
  { clientId, type, clientSecret, stamp }: PreparedClient,
): Promise<ClientCredentials> {
  const hash = clientSecret === undefined ? null : hashSecret(clientSecret)
  await tx.run(insertClient, { appId: app.id, clientId, type, hash, now })
  const subject = appSubject(app)
  await recordAudit(tx, stamp, { action: 'app.set_client_type', subject, details: { type } })
  return { clientId, type, clientSecret }
}

/**
 * Rotates the secret of a confidential client. After the commit, the old secret does not work. Grants stay valid.
 * @param seen the version of the credentials that the caller has seen; undefined accepts any version
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, `credentials-changed`; `client-not-confidential` also for an app without OAuth 2.0
 */
export async function regenerateClientSecret(
  context: Context,
  appId: bigint,
  seen?: string,
  reason = '',
): Promise<ClientCredentials> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const clientSecret = makeClientSecret(context)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    const client = await findClientOfApp(tx, appId)
    requireVersion(seen, clientVersion(client))
    if (client?.type !== 'confidential') {
      throw new Refusal('client-not-confidential', 'the app is no confidential client of OAuth 2.0')
    }
    const { clientId, type } = client
    await tx.run(updateClient, { appId, type, hash: hashSecret(clientSecret) })
    const subject = appSubject(app)
    await recordAudit(tx, stamp, { action: 'app.regenerate_client_secret', subject, reason })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'keys_regenerated' })
    return { clientId, type, clientSecret }
  })
}

function makeClientSecret({ random }: Pick<Context, 'random'>): string {
  return randomAlphanumeric(random, CLIENT_SECRET_LENGTH)
}

type ClientRow = Pick<Selectable<OAuth2ClientsTable>, 'app_id' | 'client_id' | 'type' | 'credential_hash'>

function clientOf({ app_id, client_id, type, credential_hash }: ClientRow): OAuth2Client {
  return {
    appId: app_id,
    clientId: client_id,
    type: CLIENT_TYPES.find((each) => each === type) ?? 'confidential',
    credentialHash: credential_hash,
  }
}

/** The columns of an app that {@link appOf} reads, except the id. */
const APP_COLUMNS = [
  'apps.owner_id',
  'apps.name',
  'apps.url',
  'apps.description',
  'apps.permissions',
  'apps.callback_urls',
  'apps.consumer_key',
  'apps.consumer_secret',
  'apps.bearer_generation',
  'apps.bearer_hash',
  'apps.created_at',
  'apps.suspended_at',
  'apps.may_read_email',
  'apps.level',
] as const satisfies readonly `apps.${keyof AppsTable}`[]

// Uses the unique index oauth2_clients_id.
const clientById = query<{ clientId: string }>()((k, p) =>
  k
    .selectFrom('oauth2_clients')
    .innerJoin('apps', 'apps.id', 'oauth2_clients.app_id')
    .select(['oauth2_clients.app_id', 'oauth2_clients.client_id', 'oauth2_clients.type as client_type'])
    .select('oauth2_clients.credential_hash')
    .select(APP_COLUMNS)
    .where('oauth2_clients.client_id', '=', p('clientId')),
)

const clientByApp = query<{ appId: bigint }>()((k, p) =>
  k
    .selectFrom('oauth2_clients')
    .select(['app_id', 'client_id', 'type', 'credential_hash'])
    .where('app_id', '=', p('appId')),
)

const insertClient = query<{
  appId: bigint
  clientId: string
  type: string
  hash: string | null
  now: number
}>()((k, p) =>
  k.insertInto('oauth2_clients').values({
    app_id: p('appId'),
    client_id: p('clientId'),
    type: p('type'),
    credential_hash: p('hash'),
    created_at: p('now'),
  }),
)

const updateClient = query<{ appId: bigint; type: string; hash: string | null }>()((k, p) =>
  k
    .updateTable('oauth2_clients')
    .set({ type: p('type'), credential_hash: p('hash') })
    .where('app_id', '=', p('appId')),
)
