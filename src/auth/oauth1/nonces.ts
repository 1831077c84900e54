/**
 * The interface of nonce stores (spec/signatures.md#nonce and spec/signatures.md#timestamp-window).
 *
 * Every store guarantees that each combination of consumer key, token, timestamp and nonce is fresh at most once. A
 * store that no longer has the data to decide this for a timestamp refuses the timestamp.
 */
import type { NonceUse } from '../../lib/nonce-fingerprint.ts'

export type { NonceUse } from '../../lib/nonce-fingerprint.ts'

/** Allowed difference between a timestamp and the server's time, in seconds, in both directions. */
export const TIMESTAMP_WINDOW_SECONDS = 300

/**
 * - `fresh`: seen for the first time, and stored now.
 * - `repeated`: seen before; response 401/32.
 * - `too-old`: before the window, or from a time whose nonces are no longer stored; response 401/135.
 * - `too-new`: after the window; response 401/135.
 */
export type NonceVerdict = 'fresh' | 'repeated' | 'too-old' | 'too-new'

/**
 * Stores used nonces. Call `check` only after verifying the signature; otherwise an unsigned request could use up a
 * nonce of another client.
 */
export interface NonceStore {
  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict>
}
