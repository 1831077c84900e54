/** Signs in a console user with a passkey (spec/console.md#passkeys). */
import { query } from '../../../db/query.ts'
import { type Context, Refusal } from '../../context.ts'
import { type ConsoleUser, consoleUserOf } from '../console-account.ts'
import { type Challenge, consumeChallenge, makeChallenge, ReadChallenge } from './challenges.ts'
import { userHandle } from './register-passkey.ts'
import { type PasskeySite, type SignInAnswer, signInOptions, verifySignIn } from './webauthn.ts'

const PURPOSE = { kind: 'sign-in' } as const

/** Options for a browser that signs in. Nothing is stored, and the options contain no user. */
export async function beginPasskeySignIn(
  context: Pick<Context, 'clock' | 'random' | 'vault'>,
  site: PasskeySite,
): Promise<object> {
  return signInOptions(site, makeChallenge(context, PURPOSE))
}

/**
 * Verifies the response of a browser. The challenge cannot be used again.
 * @returns the console user of the passkey
 * @throws {Refusal} `passkey-unknown` for a passkey that is not stored, or whose user was removed; `challenge-invalid`;
 *   `passkey-refused` for a response with another key, or for another site; `passkey-copied` when the counter has not
 *   increased
 */
export async function signInByPasskey(
  context: Context,
  site: PasskeySite,
  answer: SignInAnswer,
): Promise<ConsoleUser> {
  const row = await context.store.first(passkeyWithUser, { id: answer.id })
  if (row === undefined) throw new Refusal('passkey-unknown', 'no console user has this passkey')
  const read = new ReadChallenge(context, PURPOSE)
  const counter = await verifySignIn(site, answer, row.public_key, read.accept)
  const challenge = read.get()
  if (challenge === undefined || counter === undefined || !isHandleOf(answer, row.id))
    throw new Refusal(
      'passkey-refused',
      'the answer of the authenticator is not one of this passkey and site',
    )
  await noteUse(context, { id: answer.id, counter, host: site.host }, challenge)
  return consoleUserOf(row)
}

/** The authenticator returns the user handle that it received at registration. */
function isHandleOf({ response: { userHandle: handle = '' } }: SignInAnswer, consoleUserId: bigint): boolean {
  return Buffer.from(handle, 'base64url').equals(userHandle(consoleUserId))
}

async function noteUse(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { id, counter, host }: { readonly id: string; readonly counter: number; readonly host: string },
  challenge: Challenge,
): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    // No event: only the console uses its passkeys.
    await consumeChallenge(tx, challenge, now)
    // An authenticator without a counter sends 0.
    const most = counter === 0 ? 0 : counter - 1
    if ((await tx.run(raiseCounter, { id, counter, most, now, host })) > 0) return
    const isThere = (await tx.first(passkeyWithUser, { id })) !== undefined
    throw isThere
      ? new Refusal('passkey-copied', 'the counter of the passkey has not grown; it may have been copied')
      : new Refusal('passkey-unknown', 'the passkey was removed')
  })
}

// Uses the primary keys.
const passkeyWithUser = query<{ id: string }>()((k, p) =>
  k
    .selectFrom('console_passkeys as p')
    .innerJoin('console_users as u', 'u.id', 'p.console_user_id')
    .select(['u.id', 'u.account_name', 'u.email', 'u.role', 'u.user_id', 'u.is_operator', 'p.public_key'])
    .where('p.credential_id', '=', p('id')),
)

// Uses the primary key.
const raiseCounter = query<{ id: string; counter: number; most: number; now: number; host: string }>()(
  (k, p) =>
    k
      .updateTable('console_passkeys')
      .set({ counter: p('counter'), used_at: p('now'), host: p('host') })
      .where('credential_id', '=', p('id'))
      .where('counter', '<=', p('most')),
)
