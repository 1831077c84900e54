/** Challenges: a receiver proves that it has the consumer secret (spec/webhooks.md#challenge). */
import type { Random } from '../../lib/time/clock.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { type Outbound, type OutboundResponse, RequestFailed, targetOf } from './outbound.ts'
import { isResponseTo, SIGNATURE_HEADER, signatureOf } from './signature.ts'

/** Milliseconds until the end of the response. */
const CHALLENGE_MS = 3_000
const TOKEN_LENGTH = 40

/** The result of a challenge; `met` is the only success. */
export type ChallengeResult = 'met' | 'wrong-token' | 'too-slow' | 'bad-status' | 'unreachable'

export interface ChallengeTarget {
  readonly url: string
  /** The consumer secret of the webhook's app. */
  readonly secret: string
}

/**
 * Challenges a receiver. @throws only the reason with which `outbound` was stopped; failures of the receiver are
 * results
 */
export async function challenge(
  outbound: Outbound,
  random: Random,
  { url, secret }: ChallengeTarget,
): Promise<ChallengeResult> {
  const token = randomAlphanumeric(random, TOKEN_LENGTH)
  const target = withChallenge(url, token, randomAlphanumeric(random, TOKEN_LENGTH))
  let response: OutboundResponse
  try {
    response = await outbound.send({
      method: 'GET',
      target: targetOf(target),
      headers: {
        accept: 'application/json',
        // Signed over the raw query: clients compute the signature from what they receive.
        [SIGNATURE_HEADER]: signatureOf(secret, target.search.slice(1)),
        'user-agent': USER_AGENT,
      },
      body: null,
      answerMs: CHALLENGE_MS,
      totalMs: CHALLENGE_MS,
    })
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return error.failure === 'timed-out' ? 'too-slow' : 'unreachable'
  }
  if (response.status !== 200) return 'bad-status'
  if (response.isCut) return 'too-slow'
  return isResponseTo(secret, token, responseTokenIn(response.text)) ? 'met' : 'wrong-token'
}

export const USER_AGENT = 'Aviary webhooks'

/** Keeps a query that the URL already has. */
function withChallenge(url: string, token: string, nonce: string): URL {
  const challengeUrl = new URL(url)
  challengeUrl.search += `${challengeUrl.search === '' ? '?' : '&'}crc_token=${token}&nonce=${nonce}`
  return challengeUrl
}

function responseTokenIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'response_token' in body
      ? body.response_token
      : undefined
  } catch {
    // A response that is not JSON has no token.
    return undefined
  }
}
