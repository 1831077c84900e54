/** Makes the table of the results of Lighthouse. */

export interface Measure {
  /** The performance score, from 0 to 100. */
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  /** Milliseconds, like `largestPaint` and `blocking`. */
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

/** Returns the measurement with the median performance score. */
export function median(measures: readonly Measure[]): Measure | undefined {
  const sorted = measures.toSorted((one, other) => one.performance - other.performance)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The text for a device that was not measured. */
const NONE = '–'

const headsOf = (form: string) => [
  ...['Page', 'Desktop', 'Mobile'],
  ...['First paint', 'Largest paint', 'Blocking', 'Shift'].map((name) => `${name}, ${form}`),
  ...['KB', 'Accessibility', 'Best practices'],
]

/**
 * Makes the table in Markdown. Times are those of phones, if phones were measured. The page with the worst score is
 * first.
 */
export function table(rows: readonly Row[]): string {
  const form = rows.some(({ mobile }) => mobile !== undefined) ? 'mobile' : 'desktop'
  const lines = rows
    .flatMap(({ name, desktop, mobile }) => {
      const main = form === 'mobile' ? mobile : desktop
      return main === undefined ? [] : [{ name, desktop, mobile, main }]
    })
    .toSorted((one, other) => one.main.performance - other.main.performance)
    .map(({ name, desktop, mobile, main }) => [
      name,
      desktop?.performance ?? NONE,
      mobile?.performance ?? NONE,
      main.firstPaint,
      main.largestPaint,
      main.blocking,
      main.shift.toFixed(3),
      Math.round(main.bytes / 1_000),
      Math.min(main.accessibility, desktop?.accessibility ?? 100),
      Math.min(main.practices, desktop?.practices ?? 100),
    ])
  const heads = headsOf(form)
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
