/**
 * Which nonces were used, as the rest of the server asks for it: spec/signatures.md#nonce and
 * spec/signatures.md#timestamp-window.
 *
 * The one promise of every store: a (consumer key, token, timestamp, nonce) that was found fresh is never
 * found fresh again. Where that cannot be known any more, the timestamp is refused.
 */
import type { NonceUse } from '../../lib/nonce-fingerprint.ts'

export type { NonceUse } from '../../lib/nonce-fingerprint.ts'

/** How far a timestamp may lie from the server's time, in seconds, both ways. */
export const TIMESTAMP_WINDOW_SECONDS = 300

/**
 * - `fresh`: seen for the first time, and remembered now.
 * - `repeated`: seen before; answered 401/32.
 * - `too-old`: before the window, or from a time that is no longer remembered; answered 401/135.
 * - `too-new`: after the window; answered 401/135.
 */
export type NonceVerdict = 'fresh' | 'repeated' | 'too-old' | 'too-new'

/** Remembers nonces. Ask only once the signature is verified, or strangers could use up other people's. */
export interface NonceStore {
  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict>
}
