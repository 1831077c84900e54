import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { hashSecret } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'
import { appSubject, bearerOf, type Permissions } from './app.ts'
import { type AppDetails, checkAppDetails } from './app-details.ts'
import { type KeyPair, makeKeys } from './keys.ts'
import type { AppLevel } from './levels.ts'
import {
  type ClientCredentials,
  type ClientType,
  createClientIn,
  type PreparedClient,
  prepareClient,
} from './oauth2/client.ts'

export interface CreateAppInput extends Pick<AppDetails, 'name'>, Partial<Omit<AppDetails, 'name'>> {
  readonly ownerId: bigint
  readonly permissions: Permissions
  /** True if the app may read the e-mail addresses of users who have authorized it; false by default. */
  readonly mayReadEmail?: boolean
  /** Limits in API v2; default: `standard`. */
  readonly level?: AppLevel
  /** Type of the app's OAuth 2.0 client; undefined for an app without OAuth 2.0. */
  readonly clientType?: ClientType | undefined
  /** Keys chosen by the caller; undefined to generate them. */
  readonly keys?: KeyPair | undefined
  /** Reason of the operator, for the audit log. */
  readonly reason?: string | undefined
}

/** Secrets that are shown only once. The database stores them encrypted or hashed. */
export interface CreatedApp extends KeyPair {
  readonly appId: bigint
  readonly bearerToken: string
  /** Undefined for an app without OAuth 2.0. */
  readonly client?: ClientCredentials
}

/**
 * Creates an app with keys and a bearer token.
 * @throws {Refusal} `user-not-found`, and as {@link checkAppDetails}
 */
export async function createApp(context: Context, input: CreateAppInput): Promise<CreatedApp> {
  const prepared = await prepareApp(context, input)
  return context.store.write((tx) => createAppIn(tx, context.clock.now(), prepared))
}

/** A checked app with its keys, which is not stored yet. */
export interface PreparedApp {
  readonly input: CreateAppInput
  readonly appId: bigint
  readonly keys: ReturnType<typeof makeKeys>
  readonly bearerToken: string
  /** Undefined for an app without OAuth 2.0. */
  readonly client: PreparedClient | undefined
  /** Undefined when no operator acts. */
  readonly stamp: AuditStamp | undefined
}

/**
 * Checks an app and makes its id and keys. Call this before the transaction, because a transaction awaits only the
 * database.
 * @throws {Refusal} as {@link checkAppDetails}
 */
export async function prepareApp(context: Context, input: CreateAppInput): Promise<PreparedApp> {
  checkAppDetails(input)
  const appId = await context.ids.make()
  const made = auditStamp(context)
  const stamp = made && (await made)
  const keys = makeKeys(context, appId, input.keys)
  const { clientType } = input
  const client = clientType === undefined ? undefined : await prepareClient(context, clientType)
  return { input, appId, keys, bearerToken: bearerOf(context.vault, appId, 0), client, stamp }
}

/** Stores a prepared app inside a transaction. @throws {Refusal} `user-not-found` */
export async function createAppIn(tx: Tx, now: number, prepared: PreparedApp): Promise<CreatedApp> {
  const { input, appId, keys, bearerToken, stamp } = prepared
  const { consumerKey, consumerSecret, sealed } = keys
  await requireUser(tx, { id: input.ownerId })
  await tx.run(insertApp, {
    id: appId,
    owner_id: input.ownerId,
    name: input.name,
    permissions: input.permissions,
    url: input.url ?? '',
    description: input.description ?? '',
    callback_urls: JSON.stringify(input.callbackUrls ?? []),
    consumer_key: consumerKey,
    consumer_secret: sealed,
    bearer_hash: hashSecret(bearerToken),
    created_at: now,
    may_read_email: input.mayReadEmail === true ? 1 : 0,
    level: input.level ?? 'standard',
  })
  const { name, ownerId, permissions, reason } = input
  await recordAudit(tx, stamp, {
    ...{ action: 'app.create', subject: appSubject({ id: appId, name }), reason },
    details: { owner_id: ownerId, permissions },
  })
  const client = prepared.client && (await createClientIn(tx, now, { id: appId, name }, prepared.client))
  append(tx, now, { kind: 'app.changed', app_id: appId, change: 'created' })
  return { appId, consumerKey, consumerSecret, bearerToken, ...(client && { client }) }
}

const insertApp = query<{
  id: bigint
  owner_id: bigint
  name: string
  url: string
  description: string
  permissions: string
  callback_urls: string
  consumer_key: string
  consumer_secret: string
  bearer_hash: string
  created_at: number
  may_read_email: number
  level: string
}>()((k, p) =>
  k.insertInto('apps').values({
    id: p('id'),
    owner_id: p('owner_id'),
    name: p('name'),
    url: p('url'),
    description: p('description'),
    permissions: p('permissions'),
    callback_urls: p('callback_urls'),
    consumer_key: p('consumer_key'),
    consumer_secret: p('consumer_secret'),
    bearer_generation: 0,
    bearer_hash: p('bearer_hash'),
    created_at: p('created_at'),
    may_read_email: p('may_read_email'),
    level: p('level'),
  }),
)
