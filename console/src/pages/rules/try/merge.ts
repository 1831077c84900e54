/** Joins the results of the parts of a backtest. Each part examines older posts than the part before. */
import type { components } from '../../../api/schema.d.ts'

export type Backtest = components['schemas']['ConsoleBacktest']
export type Comparison = components['schemas']['ConsoleComparison']
export type Matches = Comparison['both']
type Meta = Comparison['meta']

const MONTH_MS = 30 * 86_400_000

/** Joins a result with the result of the next part. */
export function mergedBacktest(newer: Backtest, older: Backtest): Backtest {
  const meta = mergedMeta(newer.meta, older.meta)
  const [one, other] = [newer.figures, older.figures]
  const matched = one.matched + other.matched
  const before = new Map(other.hours.map((hour) => [hour.start, hour]))
  const hours = one.hours.map((hour) => {
    const more = before.get(hour.start)
    return {
      ...hour,
      matched: hour.matched + (more?.matched ?? 0),
      dropped: hour.dropped + (more?.dropped ?? 0),
    }
  })
  const length = Math.max(1, Date.parse(meta.end_time) - Date.parse(meta.start_time))
  const projected = Math.round((matched * MONTH_MS) / length)
  const { cap } = one.per_month
  const highest = one.per_second.peak >= other.per_second.peak ? one.per_second : other.per_second
  return {
    meta,
    newest: mergedMatches(newer.newest, older.newest),
    figures: {
      ...one,
      ...{ matched, hours },
      per_month: { cap, projected, share: projected / cap },
      per_second: { ...highest, dropped: one.per_second.dropped + other.per_second.dropped },
    },
  }
}

/** Joins a comparison with the comparison of the next part. */
export function mergedComparison(newer: Comparison, older: Comparison): Comparison {
  return {
    both: mergedMatches(newer.both, older.both),
    only_from: mergedMatches(newer.only_from, older.only_from),
    only_to: mergedMatches(newer.only_to, older.only_to),
    meta: mergedMeta(newer.meta, older.meta),
  }
}

function mergedMatches(newer: Matches, older: Matches): Matches {
  return { matched: newer.matched + older.matched, samples: [...newer.samples, ...older.samples] }
}

function mergedMeta(newer: Meta, older: Meta): Meta {
  return { ...older, end_time: newer.end_time, examined: newer.examined + older.examined }
}
