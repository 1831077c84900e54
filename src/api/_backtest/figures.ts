/** Statistics about the matches of a rule: their number by hour, and their share of the limits of the app. */
import { MONTHLY_CAP } from '../../domain/usage/usage.ts'
import { MAX_POSTS_PER_SECOND } from '../../streams/posts/hub.ts'
import { type BacktestSpan, HOUR_MS } from './span.ts'
import { Tally } from './tally.ts'

/** Length of a month in estimates. */
const MONTH_MS = 30 * 24 * HOUR_MS

const SHARE_DIGITS = 6

export interface RuleFigures {
  readonly matched: number
  readonly hours: readonly { readonly start: string; readonly matched: number; readonly dropped: number }[]
  readonly per_second: object
  readonly per_month: object
}

export function newTally({ hoursEnd }: Pick<BacktestSpan, 'hoursEnd'>): Tally {
  return new Tally(hoursEnd, MAX_POSTS_PER_SECOND)
}

/** @param span the examined time span; the usage of a month is estimated from it */
export function figuresOf(tally: Tally, span: Pick<BacktestSpan, 'start' | 'end'>): RuleFigures {
  return {
    matched: tally.matched,
    hours: tally.hours.map(({ start, matched, dropped }) => ({ start: timeOf(start), matched, dropped })),
    per_second: perSecond(tally),
    per_month: perMonth(tally, span),
  }
}

function perSecond({ peak, secondsAbove, dropped }: Tally): object {
  return {
    cap: MAX_POSTS_PER_SECOND,
    peak: peak.posts,
    ...(peak.posts === 0 ? {} : { peak_at: timeOf(peak.at) }),
    share: shareOf(peak.posts, MAX_POSTS_PER_SECOND),
    seconds_above: secondsAbove,
    dropped,
  }
}

/**
 * The projected usage of a month. Posts dropped by the limit per second do not count
 * (spec/post-streams.md#posts-per-month).
 */
function perMonth({ matched, dropped }: Tally, { start, end }: Pick<BacktestSpan, 'start' | 'end'>): object {
  const sent = matched - dropped
  const projected = end > start ? Math.round((sent * MONTH_MS) / (end - start)) : sent
  return { cap: MONTHLY_CAP, projected, share: shareOf(projected, MONTHLY_CAP) }
}

function shareOf(posts: number, cap: number): number {
  return Number((posts / cap).toFixed(SHARE_DIGITS))
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
