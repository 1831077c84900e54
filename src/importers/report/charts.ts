/** Renders the charts of a report, as SVG and tables. */
import { type Html, html } from '../../text/html.ts'

type Count = readonly [name: string, count: number]

export interface Bins {
  readonly unit: 'day' | 'month' | 'year'
  /** All bins from the first to the last, including empty bins. */
  readonly bins: readonly Count[]
}

/** Maximum number of bars of a chart. For longer spans of time, each bar covers more time. */
const MAX_BARS = 120
const CHART_WIDTH = 720
const CHART_HEIGHT = 180
const BAR_GAP = 0.2
/** Minimum height of a bar; it makes a day with few posts differ from a day without posts. */
const MIN_HEIGHT = 1.5
/** Maximum width of a bar; it is needed for charts of a few days. */
const MAX_BAR_WIDTH = 36

const UNITS = [
  { unit: 'day', length: 10 },
  { unit: 'month', length: 7 },
  { unit: 'year', length: 4 },
] as const

/**
 * Adds up the counts of days in bins. A bin is a day, a month or a year.
 * @param days names as `YYYY-MM-DD` in ascending order; other names are left out
 */
export function binsOf(days: readonly Count[]): Bins {
  const dated = days.filter(([day]) => /^\d{4}-\d\d-\d\d$/.test(day))
  for (const { unit, length } of UNITS) {
    const counts = new Map<string, number>()
    for (const [day, count] of dated)
      counts.set(day.slice(0, length), (counts.get(day.slice(0, length)) ?? 0) + count)
    const names = spanOf([...counts.keys()], unit)
    if (names === undefined) continue
    return { unit, bins: names.map((name) => [name, counts.get(name) ?? 0] as const) }
  }
  return { unit: 'year', bins: [] }
}

/** All names from the first to the last; undefined if there are too many. */
function spanOf(names: readonly string[], unit: Bins['unit']): readonly string[] | undefined {
  const [first] = names
  const last = names.at(-1)
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  for (let name = first; all.length <= MAX_BARS; name = nextOf(name, unit)) {
    all.push(name)
    if (name === last) return all
  }
  // If the years are far apart, the chart leaves out the empty years between them.
  return unit === 'year' ? names.slice(-MAX_BARS) : undefined
}

function nextOf(name: string, unit: Bins['unit']): string {
  const [year = 0, month = 1, day = 1] = name.split('-').map(Number)
  const next =
    unit === 'day'
      ? Date.UTC(year, month - 1, day + 1)
      : unit === 'month'
        ? Date.UTC(year, month, 1)
        : Date.UTC(year + 1, 0, 1)
  return new Date(next).toISOString().slice(0, name.length)
}

/**
 * Bars from left to right. The titles of the bars contain the numbers, and the caller adds a table with the numbers.
 */
export function barChart(bins: readonly Count[], label: string): Html {
  const most = Math.max(1, ...bins.map(([, count]) => count))
  const width = CHART_WIDTH / Math.max(1, bins.length)
  const barWidth = Math.min(MAX_BAR_WIDTH, width * (1 - BAR_GAP))
  const bars = bins.map(([name, count], index) => {
    const height = count === 0 ? 0 : Math.max(MIN_HEIGHT, (count / most) * CHART_HEIGHT)
    return html`<rect x="${(index * width + (width - barWidth) / 2).toFixed(2)}" y="${(CHART_HEIGHT - height).toFixed(2)}" width="${barWidth.toFixed(2)}" height="${height.toFixed(2)}"><title>${name}: ${count.toLocaleString('en-US')}</title></rect>`
  })
  const [first] = bins
  const last = bins.at(-1)
  return html`<div class="ends" aria-hidden="true"><span>${most.toLocaleString('en-US')}</span></div>
<svg class="chart" role="img" aria-label="${`${label}, at most ${most.toLocaleString('en-US')}`}" viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT + 1}">
<line class="top" x1="0" x2="${CHART_WIDTH}" y1="0.5" y2="0.5"/><line x1="0" x2="${CHART_WIDTH}" y1="${CHART_HEIGHT}" y2="${CHART_HEIGHT}"/>${bars}</svg>
<div class="ends" aria-hidden="true"><span>${first?.[0]}</span><span>${bins.length > 1 && (last?.[0] ?? '')}</span></div>`
}

/** Table rows, each with a bar for its share. @param all number of posts that counts as 100 % */
export function shareRows(rows: readonly Count[], all: number, name: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="narrow">
<thead><tr><th scope="col">${name}</th><th scope="col" class="number">Posts</th><th scope="col">Share</th></tr></thead>
<tbody>${rows.map(([label, count]) => {
    const share = (count / Math.max(1, all)) * 100
    return html`<tr><th scope="row">${label}</th><td class="number">${count.toLocaleString('en-US')}</td><td class="share"><svg class="share" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect width="${share.toFixed(2)}" height="8"/></svg> ${share.toFixed(1)} %</td></tr>`
  })}</tbody></table></div>`
}
