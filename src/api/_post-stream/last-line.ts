/** The object that ends a post stream (spec/labs-filtered-stream.md section 3). */
import type { CloseReason } from '../../streams/posts/reasons.ts'
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
    Exclude<CloseReason, 'client' | 'capped'>,
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

/** The last line of a stream, its line break included. */
export function lastLine(reason: Exclude<CloseReason, 'client'>, base: ProblemBase): string {
  const error =
    reason === 'capped'
      ? { title: PROBLEMS.usageCapExceeded.title, ...MONTH_SPENT, type: `${base}usage-capped` }
      : { title: 'operational-disconnect', ...DISCONNECTS[reason], type: `${base}operational-disconnect` }
  return `${JSON.stringify({ errors: [error] })}\r\n`
}
