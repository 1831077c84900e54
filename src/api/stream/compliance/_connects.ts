/** Connection limits of the compliance stream (spec/compliance-stream.md#order-of-checks). */
import { type Limits, scaledLimit } from '../../../http/rate-limit/budget.ts'
import type { Decision, WindowStore } from '../../../http/rate-limit/window.ts'
import { decodePercent } from '../../../lib/percent.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { StreamError } from './_errors.ts'

/** Connection requests in a window, and its seconds [S]. */
export const CONNECTS = { limit: 10, seconds: 60 } as const

export interface ConnectLimits {
  readonly clock: Clock
  readonly windows: WindowStore
  readonly limits: Limits
}

/** Replaces every invalid account name. */
const NO_ACCOUNT = '-'

function windowOf(limits: Limits): { limit: number; seconds: number } {
  return { limit: scaledLimit(CONNECTS.limit, limits), seconds: CONNECTS.seconds }
}

/** Names that are too long or odd for an account share one budget, and cannot fill the store with keys. */
function keyOf(account: string): string {
  return `stream ${/^[A-Za-z0-9_-]{1,50}$/.test(account) ? account : NO_ACCOUNT}`
}

/** Path before and after the account name. */
const ACCOUNT_IN_PATH = /^\/stream\/compliance\/accounts\/([^/]*)/

/** The account that a path names, however it is written there; undefined when it names none. */
function accountIn(path: string): string | undefined {
  const [, written] = ACCOUNT_IN_PATH.exec(path) ?? []
  if (written === undefined) return undefined
  try {
    return decodePercent(written)
  } catch {
    // A name that cannot be decoded is no account's; the request is refused for it later.
    return NO_ACCOUNT
  }
}

/**
 * Counts a request, whatever becomes of it, by the account that its URL names and the address that it came from. One
 * that names none asks for no stream, and is not counted.
 * @param path as it was sent
 * @throws {StreamError} when there were too many from there
 */
export async function countRequest(edge: ConnectLimits, path: string, address: string): Promise<void> {
  const account = edge.limits === 'off' ? undefined : accountIn(path)
  if (account === undefined) return
  requireGranted(edge, await edge.windows.take(`${keyOf(account)} ${address}`, windowOf(edge.limits)))
}

/**
 * Refuses an account that has connected as often as it may. For its own users: to others it would say that the account
 * exists and is busy.
 * @throws {StreamError}
 */
export async function requireConnectsLeft(edge: ConnectLimits, account: string): Promise<void> {
  if (edge.limits === 'off') return
  requireGranted(edge, await edge.windows.peek(keyOf(account), windowOf(edge.limits)))
}

/** Counts a connection that is let in, wherever it came from. @throws {StreamError} as {@link countRequest} */
export async function countConnection(edge: ConnectLimits, account: string): Promise<void> {
  if (edge.limits === 'off') return
  requireGranted(edge, await edge.windows.take(keyOf(account), windowOf(edge.limits)))
}

function requireGranted({ clock }: ConnectLimits, { allowed, reset }: Decision): void {
  if (allowed) return
  throw new StreamError('tooManyRequests', Math.max(1, reset - Math.floor(clock.now() / 1000)))
}
