/** Figures of Lighthouse, and their table. */

export interface Measure {
  /** Scores of 100. */
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  /** Milliseconds. */
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blocking: number
  readonly shift: number
  readonly bytes: number
}

export interface Row {
  readonly name: string
  readonly desktop: Measure | undefined
  readonly mobile: Measure | undefined
}

/** The measure with the median score of performance. */
export function median(measures: readonly Measure[]): Measure | undefined {
  const sorted = measures.toSorted((one, other) => one.performance - other.performance)
  return sorted[Math.floor(sorted.length / 2)]
}

const HEADS = [
  'Page',
  'Desktop',
  'Mobile',
  'First paint, mobile',
  'Largest paint, mobile',
  'Blocking, mobile',
  'Shift, mobile',
  'KB',
  'Accessibility',
  'Best practices',
]

/** A table in Markdown, the worst page on a phone first. */
export function table(rows: readonly Row[]): string {
  const byScore = rows.toSorted(
    (one, other) => (one.mobile?.performance ?? 0) - (other.mobile?.performance ?? 0),
  )
  const lines = byScore.flatMap(({ name, desktop, mobile }) => {
    if (desktop === undefined || mobile === undefined) return []
    const lower = (of: (measure: Measure) => number) => Math.min(of(desktop), of(mobile))
    return [
      [
        name,
        desktop.performance,
        mobile.performance,
        mobile.firstPaint,
        mobile.largestPaint,
        mobile.blocking,
        mobile.shift.toFixed(3),
        Math.round(mobile.bytes / 1_000),
        lower(({ accessibility }) => accessibility),
        lower(({ practices }) => practices),
      ],
    ]
  })
  const all = [HEADS, HEADS.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
