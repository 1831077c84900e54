/** Registers a passkey of a console user (spec/console.md#passkeys). */
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import {
  type Challenge,
  type ChallengePurpose,
  consumeChallenge,
  makeChallenge,
  ReadChallenge,
} from './challenges.ts'
import { checkPasskeyName, listPasskeys, MAX_PASSKEYS, type Passkey } from './passkeys.ts'
import {
  type Credential,
  type PasskeySite,
  type RegistrationAnswer,
  registrationOptions,
  verifyRegistration,
} from './webauthn.ts'

/** The console user for whom a passkey is registered. */
export interface PasskeyOwner {
  readonly consoleUserId: bigint
  readonly accountName: string
  readonly email: string
}

/**
 * Options for the browser of a user who adds a passkey (WebAuthn).
 * @throws {Refusal} `passkeys-too-many`
 */
export async function beginRegistration(
  context: Context,
  site: PasskeySite,
  { consoleUserId, email }: PasskeyOwner,
): Promise<object> {
  const known = await listPasskeys(context.store, consoleUserId)
  requireRoom(known.length)
  // Excludes only passkeys of this host, because an authenticator may have one passkey of the user for each host.
  const ofSite = known.filter(({ host = site.host }) => host === site.host)
  const user = { handle: userHandle(consoleUserId), name: email }
  return registrationOptions(site, makeChallenge(context, purposeOf(consoleUserId)), user, ofSite)
}

/**
 * Verifies the response of a browser and stores its passkey. The challenge cannot be used again.
 * @throws {Refusal} `challenge-invalid`, `passkey-invalid`, `passkey-exists`, `passkeys-too-many`,
 *   `name-too-long`, `name-invalid`, `console-user-not-found`
 */
export async function registerPasskey(
  context: Context,
  site: PasskeySite,
  owner: PasskeyOwner,
  { name, answer }: { readonly name: string; readonly answer: RegistrationAnswer },
): Promise<Passkey> {
  checkPasskeyName(name)
  const read = new ReadChallenge(context, purposeOf(owner.consoleUserId))
  const credential = await verifyRegistration(site, answer, read.accept)
  const challenge = read.get()
  if (challenge === undefined || credential === undefined)
    throw new Refusal('passkey-invalid', 'the answer of the authenticator is not one for this site')
  return store(context, owner, name, { challenge, credential, host: site.host })
}

/** The bytes that identify a console user to an authenticator. */
export function userHandle(consoleUserId: bigint): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(String(consoleUserId)))
}

interface Verified {
  readonly challenge: Challenge
  readonly credential: Credential
  readonly host: string
}

async function store(
  context: Context,
  { consoleUserId, accountName }: PasskeyOwner,
  name: string,
  { challenge, credential, host }: Verified,
): Promise<Passkey> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await consumeChallenge(tx, challenge, now)
    // The lock waits for other registrations of the user, so that the count includes all passkeys.
    if ((await tx.run(lockConsoleUser, { consoleUserId })) === 0)
      throw new Refusal('console-user-not-found', 'the console user has been removed')
    requireRoom((await listPasskeys(tx, consoleUserId)).length)
    await insert(tx, { ...credential, consoleUserId, name, now, host })
    append(tx, now, { kind: 'console.changed', account_name: accountName, change: 'passkey_added' })
    return { ...credential, key: hashSecret(credential.id), name, createdAt: now, usedAt: undefined, host }
  })
}

function requireRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new Refusal('passkeys-too-many', `a console user has at most ${MAX_PASSKEYS} passkeys`)
}

function purposeOf(consoleUserId: bigint): ChallengePurpose {
  return { kind: 'registration', consoleUserId }
}

interface NewPasskey extends Credential {
  readonly consoleUserId: bigint
  readonly name: string
  readonly now: number
  readonly host: string
}

async function insert(tx: Tx, { transports, ...passkey }: NewPasskey): Promise<void> {
  if ((await tx.run(insertPasskey, { ...passkey, transports: JSON.stringify(transports) })) === 0)
    throw new Refusal('passkey-exists', 'this passkey is registered already')
}

// Uses the primary key.
const lockConsoleUser = query<{ consoleUserId: bigint }>()((k, p) =>
  k
    .updateTable('console_users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('id', '=', p('consoleUserId')),
)

const insertPasskey = query<Omit<NewPasskey, 'transports'> & { readonly transports: string }>()((k, p) =>
  k
    .insertInto('console_passkeys')
    .values({
      credential_id: p('id'),
      console_user_id: p('consoleUserId'),
      public_key: p('publicKey'),
      counter: p('counter'),
      transports: p('transports'),
      name: p('name'),
      created_at: p('now'),
      used_at: null,
      host: p('host'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)
