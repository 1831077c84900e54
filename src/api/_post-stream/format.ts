/**
 * The wire format of post streams: line breaks, keep-alives and the object that ends a stream
 * (spec/post-streams.md#filtered-stream).
 */
import type { SentReason } from '../../streams/close-reasons.ts'
import type { OwnCloseReason, PostStreamFormat } from '../../streams/posts/reasons.ts'
import { MONTH_SPENT, PROBLEMS, type ProblemBase } from '../_problems.ts'

const OPERATIONAL = {
  disconnect_type: 'UpstreamOperationalDisconnect',
  detail: 'This stream has been disconnected upstream for operational reasons.',
}

const SLOW = {
  disconnect_type: 'SlowReader',
  detail: 'This stream has been disconnected because it was read too slowly.',
}

const DISCONNECTS: Readonly<
  Record<
    Exclude<SentReason<OwnCloseReason>, 'capped'>,
    { readonly disconnect_type: string; readonly detail: string }
  >
> = {
  slow: SLOW,
  stalled: SLOW,
  displaced: OPERATIONAL,
  restart: OPERATIONAL,
  gap: OPERATIONAL,
  failure: OPERATIONAL,
  retired: OPERATIONAL,
  revoked: {
    disconnect_type: 'ForceDisconnect',
    detail: 'This stream has been disconnected because its app may not use it any more.',
  },
}

const LINE_END = '\r\n'

/** Milliseconds without a message after which a keep-alive is sent. */
const KEEP_ALIVE_MS = 10_000

/** @param base the beginning of the URLs of problems */
export function streamFormat(base: ProblemBase): PostStreamFormat {
  return {
    keepAlive: Buffer.from(LINE_END),
    keepAliveMs: KEEP_ALIVE_MS,
    frame: (json) => json + LINE_END,
    lastMessage: (reason) => JSON.stringify({ errors: [lastError(reason, base)] }),
  }
}

/** Every documented `disconnect_type` (spec/post-streams.md#disconnects). */
const DISCONNECT_TYPES = [
  'OperationalDisconnect',
  'UpstreamOperationalDisconnect',
  'ForceDisconnect',
  'UpstreamUncleanDisconnect',
  'SlowReader',
  'InternalError',
  'PackageUpgraded',
  'PackageDowngraded',
  'ClientApplicationStateDegraded',
  'InvalidRules',
] as const

/**
 * Functions that make the documented last messages with their line breaks: one function for each `disconnect_type`,
 * and one for the message `usage-capped`.
 */
export function documentedDisconnects(base: ProblemBase): Readonly<Record<string, () => string>> {
  const type = `${base}operational-disconnect`
  const framed = (error: object) => () => JSON.stringify({ errors: [error] }) + LINE_END
  const types = DISCONNECT_TYPES.map((disconnect_type) => {
    const sent = Object.values(DISCONNECTS).find((each) => each.disconnect_type === disconnect_type)
    const { detail } = sent ?? OPERATIONAL
    return [
      disconnect_type,
      framed({ title: 'operational-disconnect', disconnect_type, detail, type }),
    ] as const
  })
  return { ...Object.fromEntries(types), 'usage-capped': framed(lastError('capped', base)) }
}

function lastError(reason: SentReason<OwnCloseReason>, base: ProblemBase): object {
  if (reason === 'capped') {
    return { title: PROBLEMS.usageCapExceeded.title, ...MONTH_SPENT, type: `${base}usage-capped` }
  }
  return { title: 'operational-disconnect', ...DISCONNECTS[reason], type: `${base}operational-disconnect` }
}
