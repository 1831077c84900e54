import { query } from '../../db/query.ts'
import { append } from '../../events/append.ts'
import { hashSecret } from '../../lib/vault.ts'
import { demandUser } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { isPlainText } from '../plain-text.ts'
import { bearerOf, type Permissions } from './app.ts'
import { type KeyPair, makeKeys } from './keys.ts'

export interface CreateAppInput {
  /** 1 to 32 characters. */
  readonly name: string
  readonly ownerId: bigint
  readonly permissions: Permissions
  /** Up to 10, absolute; see {@link checkCallback}. */
  readonly callbackUrls?: readonly string[]
  /** Whether it is told the e-mail addresses of users who let it act for them; no when left out. */
  readonly mayReadEmail?: boolean
}

/** Everything here is shown this once; the store keeps it sealed or hashed. */
export interface CreatedApp extends KeyPair {
  readonly appId: bigint
  readonly bearerToken: string
}

const NAME_LONGEST = 32
const CALLBACKS_MOST = 10

/** Schemes that would run or fetch something in the browser of whoever signs in (console.md section 1). */
const REFUSED_SCHEMES = new Set([
  'javascript:',
  'data:',
  'file:',
  'ftp:',
  'mailto:',
  'telnet:',
  'vbscript:',
  'blob:',
])

/**
 * Creates an app with its keys and its bearer token.
 * @throws {Refusal} `user-not-found`, `name-too-long`, `name-invalid`, `callback-invalid`
 */
export async function createApp(context: Context, input: CreateAppInput): Promise<CreatedApp> {
  const callbackUrls = input.callbackUrls ?? []
  checkInput(input.name, callbackUrls)
  const appId = await context.ids.make()
  const now = context.clock.now()
  const { consumerKey, consumerSecret, sealed } = makeKeys(context, appId)
  const bearerToken = bearerOf(context.vault, appId, 0)
  await context.store.write(async (tx) => {
    await demandUser(tx, { id: input.ownerId })
    await tx.run(insertApp, {
      id: appId,
      owner_id: input.ownerId,
      name: input.name,
      permissions: input.permissions,
      callback_urls: JSON.stringify(callbackUrls),
      consumer_key: consumerKey,
      consumer_secret: sealed,
      bearer_hash: hashSecret(bearerToken),
      created_at: now,
      may_read_email: input.mayReadEmail === true ? 1 : 0,
    })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'created' })
  })
  return { appId, consumerKey, consumerSecret, bearerToken }
}

function checkInput(name: string, callbackUrls: readonly string[]): void {
  if (name === '' || [...name].length > NAME_LONGEST) {
    throw new Refusal('name-too-long', `an app's name has 1 to ${NAME_LONGEST} characters`)
  }
  if (!isPlainText(name)) {
    throw new Refusal('name-invalid', "an app's name holds no line breaks and no other control characters")
  }
  if (callbackUrls.length > CALLBACKS_MOST) {
    throw new Refusal('callback-invalid', `an app has at most ${CALLBACKS_MOST} callback URLs`)
  }
  for (const url of callbackUrls) checkCallback(url)
}

/** @throws {Refusal} `callback-invalid` when `url` is not absolute or has a scheme that is refused */
export function checkCallback(url: string): void {
  const parsed = URL.parse(url)
  if (parsed === null || REFUSED_SCHEMES.has(parsed.protocol)) {
    throw new Refusal(
      'callback-invalid',
      `${JSON.stringify(url)} is no callback URL; give an absolute http(s) URL`,
    )
  }
}

const insertApp = query<{
  id: bigint
  owner_id: bigint
  name: string
  permissions: string
  callback_urls: string
  consumer_key: string
  consumer_secret: string
  bearer_hash: string
  created_at: number
  may_read_email: number
}>()((k, p) =>
  k.insertInto('apps').values({
    id: p('id'),
    owner_id: p('owner_id'),
    name: p('name'),
    permissions: p('permissions'),
    callback_urls: p('callback_urls'),
    consumer_key: p('consumer_key'),
    consumer_secret: p('consumer_secret'),
    bearer_generation: 0,
    bearer_hash: p('bearer_hash'),
    created_at: p('created_at'),
    may_read_email: p('may_read_email'),
  }),
)
