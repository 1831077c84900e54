/** Proof Key for Code Exchange (RFC 7636, spec/oauth2.md#authorization). */
import { createHash } from 'node:crypto'
import { equalSecrets } from '../../../lib/vault.ts'

/** The methods that compute a challenge from a verifier. */
export const CHALLENGE_METHODS = ['S256', 'plain'] as const
export type ChallengeMethod = (typeof CHALLENGE_METHODS)[number]

export interface Challenge {
  readonly method: ChallengeMethod
  readonly value: string
}

/**
 * Verifiers may be shorter than the 43 characters that RFC 7636 requires, because published examples of clients use
 * shorter verifiers.
 */
const VERIFIER = /^[A-Za-z0-9\-._~]{1,128}$/
/** The form of a SHA-256 hash in base64url without padding. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads the challenge of an authorization request.
 * @param method the method as sent, in upper or lower case; undefined stands for `plain`
 * @returns undefined for an unknown method, and for a value that no verifier can match
 */
export function readChallenge(value: string, method: string | undefined): Challenge | undefined {
  const known = CHALLENGE_METHODS.find((each) => each.toLowerCase() === (method ?? 'plain').toLowerCase())
  if (known === undefined) return undefined
  const form = known === 'S256' ? S256_CHALLENGE : VERIFIER
  return form.test(value) ? { method: known, value } : undefined
}

/** True if `verifier` matches the challenge. */
export function isVerifierOf({ method, value }: Challenge, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const computed =
    method === 'S256' ? createHash('sha256').update(verifier, 'ascii').digest('base64url') : verifier
  return equalSecrets(computed, value)
}
