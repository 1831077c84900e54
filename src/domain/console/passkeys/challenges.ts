/**
 * Challenges for passkeys (spec/console.md#passkeys). A challenge contains its expiry and a MAC that depends on the
 * purpose. So the server does not store new challenges. The database has only the hashes of challenges that were
 * answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { type Context, Refusal } from '../../context.ts'

/** Lifetime of a challenge in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

const TIME_BYTES = 6
const NONCE_BYTES = 16
const HEAD_BYTES = TIME_BYTES + NONCE_BYTES
const MAC_BYTES = 32
/** Number of expired rows that a response removes. */
const MAX_EXPIRED_REMOVED = 50

/** The operation for which a challenge is valid. */
export type ChallengePurpose =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'registration'; readonly consoleUserId: bigint }

/** A valid challenge, as read from the response of a browser. */
export interface Challenge {
  readonly hash: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

type Tools = Pick<Context, 'clock' | 'random' | 'vault'>

/** Makes a challenge for one purpose. */
export function makeChallenge(tools: Tools, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntBE(tools.clock.now() + CHALLENGE_MS, 0, TIME_BYTES)
  tools.random(NONCE_BYTES).copy(head, TIME_BYTES)
  return new Uint8Array([...head, ...macOf(tools, purpose, head)])
}

/**
 * Reads the challenge in a response of a browser.
 * @param text the challenge in base64url
 * @returns undefined for a challenge that this server did not make for this purpose, and for an expired one
 */
function readChallenge(
  tools: Pick<Tools, 'clock' | 'vault'>,
  purpose: ChallengePurpose,
  text: string,
): Challenge | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return undefined
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(tools, purpose, head))) return undefined
  const expiresAt = head.readUIntBE(0, TIME_BYTES)
  // The hash uses the bytes encoded again, because several base64url texts decode to the same bytes.
  return expiresAt > tools.clock.now()
    ? { hash: hashSecret(bytes.toString('base64url')), expiresAt }
    : undefined
}

/** Reads the challenge of a response while the library verifies the response, and keeps the result. */
export class ReadChallenge {
  readonly #read: (text: string) => Challenge | undefined
  #isRefused = false
  #challenge: Challenge | undefined

  constructor(tools: Pick<Tools, 'clock' | 'vault'>, purpose: ChallengePurpose) {
    this.#read = (text) => readChallenge(tools, purpose, text)
  }

  /** Reads the challenge. @returns false for an invalid challenge */
  accept = (text: string): boolean => {
    this.#challenge = this.#read(text)
    this.#isRefused = this.#challenge === undefined
    return !this.#isRefused
  }

  /**
   * The challenge that was read. Undefined if the verification refused the response before it read the challenge.
   * @throws {Refusal} `challenge-invalid` for an invalid challenge
   */
  get(): Challenge | undefined {
    if (this.#isRefused) throw challengeInvalid()
    return this.#challenge
  }
}

/**
 * Stores that a challenge was answered, in the transaction of the change that the response permits.
 * @throws {Refusal} `challenge-invalid` for a challenge that was answered already
 */
export async function consumeChallenge(tx: Tx, { hash, expiresAt }: Challenge, now: number): Promise<void> {
  await tx.run(deleteExpired, { now })
  if ((await tx.run(insertChallenge, { hash, expiresAt })) === 0) throw challengeInvalid()
}

/** The refusal of a challenge that is unknown, expired, used, or made for another purpose. */
function challengeInvalid(): Refusal {
  return new Refusal('challenge-invalid', 'the challenge is unknown, has expired, or was used')
}

function macOf({ vault }: Pick<Tools, 'vault'>, purpose: ChallengePurpose, head: Buffer): Buffer {
  const subject = purpose.kind === 'registration' ? `${purpose.kind} ${purpose.consoleUserId}` : purpose.kind
  return createHmac('sha256', vault.derive('console challenges')).update(`${subject}\n`).update(head).digest()
}

const insertChallenge = query<{ hash: string; expiresAt: number }>()((k, p) =>
  k
    .insertInto('console_challenges')
    .values({ challenge_hash: p('hash'), expires_at: p('expiresAt') })
    .onConflict((conflict) => conflict.doNothing()),
)

// Uses the index console_challenges_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('console_challenges')
    .where('challenge_hash', 'in', (eb) =>
      eb
        .selectFrom('console_challenges')
        .select('challenge_hash')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
