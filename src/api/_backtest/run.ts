/** Runs rules over the posts of the last seven days. One request examines a limited number of these posts. */
import type { Expression } from '../../filter/ast.ts'
import { EdgeError } from '../../http/endpoint.ts'
import { SemaphoreFull } from '../../lib/async/semaphore.ts'
import { refuseValue } from '../_post-stream/params.ts'
import type { Services } from '../_services.ts'
import { type BacktestSpan, spanOf, tokenOf } from './span.ts'
import { unindexedPosts } from './unindexed.ts'
import { type WalkOptions, walk } from './walk.ts'

/** Maximum number of backtests that a process runs at a time, and of backtests that wait. */
export const BACKTESTS = 2
export const BACKTESTS_WAITING = 20

type RunServices = Pick<
  Services,
  'store' | 'users' | 'codec' | 'postStreams' | 'clock' | 'searchDays' | 'backtests'
>

/** Receives the matching posts of a run. */
export interface Listener {
  readonly take: WalkOptions['onMatch']
}

/** The progress of a backtest, as in the response. */
export interface RunMeta {
  readonly start_time: string
  readonly end_time: string
  readonly examined: number
  readonly is_complete: boolean
  readonly is_index_current: boolean
  readonly next_token?: string
}

/**
 * Continues the backtest of `token`, or begins a new backtest.
 * @param listen a function that creates the listener, as soon as the hours of the backtest are known
 * @throws {Problem} `invalidRequest` for a token that is malformed or older than a day
 * @throws {EdgeError} `over-capacity` when the queue is full
 */
export async function runBacktest<L extends Listener>(
  services: RunServices,
  token: string | undefined,
  rules: readonly Expression[],
  listen: (span: BacktestSpan) => L,
): Promise<{ readonly listener: L; readonly span: BacktestSpan; readonly meta: RunMeta }> {
  // An invalid token is refused before the request enters the queue.
  requireSpan(services, token)
  try {
    return await services.backtests.run(async () => {
      const span = requireSpan(services, token)
      const listener = listen(span)
      const unindexed = await unindexedPosts(services, span.from)
      const walked = await walk(services, {
        ...{ rules, span, unindexed },
        onMatch: (id, matched) => listener.take(id, matched),
      })
      const { examined, next, start } = walked
      const covered = { ...span, start }
      const meta: RunMeta = {
        start_time: new Date(start).toISOString(),
        end_time: new Date(span.end).toISOString(),
        examined,
        is_complete: next === undefined,
        is_index_current: unindexed.isAll,
        ...(next === undefined ? {} : { next_token: tokenOf(span, next) }),
      }
      return { listener, span: covered, meta }
    })
  } catch (error) {
    if (!(error instanceof SemaphoreFull)) throw error
    throw new EdgeError('over-capacity', 'too many backtests are waiting already')
  }
}

function requireSpan({ clock, searchDays }: RunServices, token: string | undefined): BacktestSpan {
  const span = spanOf(clock.now(), searchDays, token)
  return span ?? refuseValue('next_token', token ?? '', 'is not a token of a backtest of the last day')
}
