/** Connection limits of the compliance stream (spec/compliance-stream.md#order-of-checks). */
import { type Limits, scaledLimit } from '../../../http/rate-limit/budget.ts'
import type { Decision, WindowStore } from '../../../http/rate-limit/window.ts'
import { decodePercent } from '../../../lib/percent.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { StreamError } from './_errors.ts'

/** Maximum number of connection requests in a window, and the length of the window in seconds. */
export const CONNECTS = { limit: 10, seconds: 60 } as const

export interface ConnectLimits {
  readonly clock: Clock
  readonly windows: WindowStore
  readonly limits: Limits
}

/** The key under which all invalid account names are counted together. */
const NO_ACCOUNT = '-'

function windowOf(limits: Limits): { limit: number; seconds: number } {
  return { limit: scaledLimit(CONNECTS.limit, limits), seconds: CONNECTS.seconds }
}

/**
 * The key of a budget. All names that no account can have share one key, so that requests cannot fill the store
 * with keys.
 */
function keyOf(account: string): string {
  return `stream ${/^[A-Za-z0-9_-]{1,50}$/.test(account) ? account : NO_ACCOUNT}`
}

/** Matches the account name in a path. */
const ACCOUNT_IN_PATH = /^\/stream\/compliance\/accounts\/([^/]*)/

/** The decoded account name in a path; undefined for a path without an account name. */
function accountIn(path: string): string | undefined {
  const [, encoded] = ACCOUNT_IN_PATH.exec(path) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodePercent(encoded)
  } catch {
    // A malformed name is not the name of an account, and the request is refused later.
    return NO_ACCOUNT
  }
}

/**
 * Counts a request against the budget of the account in its URL and the client address, even if the request
 * fails later. A request whose path has no account name is not for a stream, and is not counted.
 * @param path the path as the client sent it
 * @throws {StreamError} `tooManyRequests`
 */
export async function countRequest(edge: ConnectLimits, path: string, address: string): Promise<void> {
  const account = edge.limits === 'off' ? undefined : accountIn(path)
  if (account === undefined) return
  requireGranted(edge, await edge.windows.take(`${keyOf(account)} ${address}`, windowOf(edge.limits)))
}

/**
 * Refuses an account that has reached its limit. Call this function only after authentication, because the error
 * reveals that the account exists and is in use.
 * @throws {StreamError} `tooManyRequests`
 */
export async function requireConnectsLeft(edge: ConnectLimits, account: string): Promise<void> {
  if (edge.limits === 'off') return
  requireGranted(edge, await edge.windows.peek(keyOf(account), windowOf(edge.limits)))
}

/** Counts an accepted connection of an account, from any address. @throws {StreamError} `tooManyRequests` */
export async function countConnection(edge: ConnectLimits, account: string): Promise<void> {
  if (edge.limits === 'off') return
  requireGranted(edge, await edge.windows.take(keyOf(account), windowOf(edge.limits)))
}

function requireGranted({ clock }: ConnectLimits, { allowed, reset }: Decision): void {
  if (allowed) return
  throw new StreamError('tooManyRequests', Math.max(1, reset - Math.floor(clock.now() / 1000)))
}
