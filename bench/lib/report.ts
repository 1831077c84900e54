/** Prints tables and verdicts in Markdown, for docs/performance.md. */
import type { Spread } from './statistics.ts'

/** Prints a table. All rows have the same keys, and the keys are the header. */
export function printTable(title: string, rows: readonly Readonly<Record<string, string>>[]): void {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name] ?? ''))]
  const text = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  process.stdout.write(`\n${title}\n\n${text}\n`)
}

let missed = 0

/**
 * Prints whether a target is met.
 * @param bound the target: a minimum (`atLeast`) or a maximum (`atMost`)
 */
export function printVerdict(
  what: string,
  value: number,
  bound: { readonly atLeast: number } | { readonly atMost: number },
): void {
  const isMet = 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost
  if (!isMet) missed += 1
  const target = 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (${target})\n`)
}

/** Number of missed targets since the process started. */
export function targetsMissed(): number {
  return missed
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** `1,234 (1,100–1,300)` */
export function count({ median, min, max }: Spread): string {
  return `${whole(median)} (${whole(min)}–${whole(max)})`
}

/** `72 % (70–75)` */
export function percent({ median, min, max }: Spread): string {
  const of = (value: number) => (value * 100).toFixed(0)
  return `${of(median)} % (${of(min)}–${of(max)})`
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Milliseconds with three significant digits. */
export function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`
}

export function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}
