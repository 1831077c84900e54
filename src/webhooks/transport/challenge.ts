/**
 * Sends challenges. With its response to a challenge, a receiver proves that it has the consumer secret
 * (spec/webhooks.md#challenge).
 */
import type { Random } from '../../lib/time/clock.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { type Outbound, type OutboundResponse, RequestFailed, targetOf } from './outbound.ts'
import { isResponseTo, SIGNATURE_HEADER, signatureOf } from './signature.ts'
import { storableText } from './storable-text.ts'

/** Maximum milliseconds until the end of the response. */
const CHALLENGE_MS = 3_000
const TOKEN_LENGTH = 40

/** The result of a challenge; only `met` is a success. */
export type ChallengeResult = 'met' | 'wrong-token' | 'too-slow' | 'bad-status' | 'unreachable'

export interface ChallengeTarget {
  readonly url: string
  /** The consumer secret of the webhook's app. */
  readonly secret: string
}

/** A challenge with its request and response, for the owner of the app. */
export interface ChallengeReport {
  readonly result: ChallengeResult
  /** The requested URL, with token and nonce. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The `response_token` that proves the secret. */
  readonly expected: string
  /** The status of the response; null if there was no response. */
  readonly status: number | null
  /** The first 500 characters of the response, or an error message. */
  readonly response: string
  /** Duration in milliseconds. */
  readonly tookMs: number
}

/**
 * Challenges a receiver.
 * @throws only the reason with which `outbound` was stopped; failures of the receiver are results
 */
export async function challenge(
  outbound: Outbound,
  random: Random,
  { url, secret }: ChallengeTarget,
): Promise<ChallengeReport> {
  const token = randomAlphanumeric(random, TOKEN_LENGTH)
  const target = withChallenge(url, token, randomAlphanumeric(random, TOKEN_LENGTH))
  const headers = {
    accept: 'application/json',
    // The signature covers the raw query, because receivers compute the signature from the query that they receive.
    [SIGNATURE_HEADER]: signatureOf(secret, target.search.slice(1)),
    'user-agent': USER_AGENT,
  }
  const request = { url: target.href, headers, expected: signatureOf(secret, token) }
  try {
    const response = await outbound.send({
      ...{ method: 'GET', target: targetOf(target), headers, body: null },
      answerMs: CHALLENGE_MS,
      totalMs: CHALLENGE_MS,
    })
    const { status, tookMs } = response
    const result = resultOf(response, secret, token)
    return { ...request, result, status, response: storableText(response.text), tookMs }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    const { failure, message, tookMs } = error
    const result = failure === 'timed-out' ? 'too-slow' : 'unreachable'
    return { ...request, result, status: null, response: storableText(message), tookMs }
  }
}

function resultOf({ status, isCut, text }: OutboundResponse, secret: string, token: string): ChallengeResult {
  if (status !== 200) return 'bad-status'
  if (isCut) return 'too-slow'
  return isResponseTo(secret, token, responseTokenIn(text)) ? 'met' : 'wrong-token'
}

export const USER_AGENT = 'Aviary webhooks'

/** Adds the parameters of a challenge to the query of a URL. */
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
