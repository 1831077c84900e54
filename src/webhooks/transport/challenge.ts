/** The challenge: a receiver proves that it knows the consumer secret (spec/webhooks.md#challenge). */
import type { Random } from '../../lib/time/clock.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { type Answer, type Outbound, targetOf, Unanswered } from './outbound.ts'
import { isResponseTo, SIGNATURE_HEADER, signatureOf } from './signature.ts'

/** Milliseconds that a receiver has to answer. */
const CHALLENGE_MS = 3_000
const TOKEN_LENGTH = 40

/** How a challenge went. */
export type ChallengeResult = 'met' | 'wrong-token' | 'too-slow' | 'bad-status' | 'unreachable'

export interface Challenged {
  readonly url: string
  /** The consumer secret of the webhook's app. */
  readonly secret: string
}

/** Challenges a receiver. Never throws for what the receiver does. @throws what `outbound` was stopped with */
export async function challenge(
  outbound: Outbound,
  random: Random,
  { url, secret }: Challenged,
): Promise<ChallengeResult> {
  const token = randomAlphanumeric(random, TOKEN_LENGTH)
  const asked = withChallenge(url, token, randomAlphanumeric(random, TOKEN_LENGTH))
  let answer: Answer
  try {
    answer = await outbound.send({
      method: 'GET',
      target: targetOf(asked),
      headers: {
        accept: 'application/json',
        // Over the query as it is on the wire: clients compute it from what they receive.
        [SIGNATURE_HEADER]: signatureOf(secret, asked.search.slice(1)),
        'user-agent': USER_AGENT,
      },
      body: null,
      answerMs: CHALLENGE_MS,
      totalMs: CHALLENGE_MS,
    })
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return error.hindrance === 'timed-out' ? 'too-slow' : 'unreachable'
  }
  if (answer.status !== 200) return 'bad-status'
  if (answer.isCut) return 'too-slow'
  return isResponseTo(secret, token, responseTokenIn(answer.text)) ? 'met' : 'wrong-token'
}

/** What this server calls itself. */
export const USER_AGENT = 'Aviary webhooks'

/** The URL of a challenge; a query that is there already stays. */
function withChallenge(url: string, token: string, nonce: string): URL {
  const asked = new URL(url)
  asked.search += `${asked.search === '' ? '?' : '&'}crc_token=${token}&nonce=${nonce}`
  return asked
}

function responseTokenIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'response_token' in body
      ? body.response_token
      : undefined
  } catch {
    // An answer that is no JSON has no token.
    return undefined
  }
}
