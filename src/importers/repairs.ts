/** What an import repaired or left out in the objects that it took: counted by kind, with the lines of the first. */
import type { Fault, ReportFault } from '../lib/repair.ts'

/** One part of one object. */
export interface RepairedPart {
  readonly path: string
  readonly fault: Fault
}

/** Of all parts with the same fault. */
export interface RepairCount extends RepairedPart {
  readonly count: number
  /** Lines of the first {@link NAMED_LINES}. */
  readonly lines: readonly number[]
}

/** Lines that a kind names. */
const NAMED_LINES = 3

/** Kinds that are counted on their own; files have a few. */
const MOST_KINDS = 500

/** Those of one line, until it is known whether the line is taken. */
export class LineRepairs {
  readonly parts: RepairedPart[] = []
  readonly note: ReportFault = (path, fault) => {
    this.parts.push({ path, fault })
  }

  /** Tells them to another. */
  tell(note: ReportFault): void {
    for (const { path, fault } of this.parts) note(path, fault)
  }
}

/** Adds those of a line to what was counted before. */
export function counted(
  before: readonly RepairCount[],
  line: number,
  parts: readonly RepairedPart[],
): readonly RepairCount[] {
  if (parts.length === 0) return before
  const counts = new Map(before.map((count) => [keyOf(count), count]))
  for (const { path, fault } of parts) {
    const known = counts.get(keyOf({ path, fault }))
    if (known === undefined && counts.size >= MOST_KINDS) continue
    const { count, lines }: Pick<RepairCount, 'count' | 'lines'> = known ?? { count: 0, lines: [] }
    const named = lines.length < NAMED_LINES && !lines.includes(line) ? [...lines, line] : lines
    counts.set(keyOf({ path, fault }), { path, fault, count: count + 1, lines: named })
  }
  return [...counts.values()]
}

/** The counts of two files together; lines are those of the first that has any. */
export function sumOfRepairs(
  one: readonly RepairCount[],
  other: readonly RepairCount[],
): readonly RepairCount[] {
  const counts = new Map(one.map((count) => [keyOf(count), count]))
  for (const each of other) {
    const known = counts.get(keyOf(each))
    counts.set(keyOf(each), known === undefined ? each : { ...known, count: known.count + each.count })
  }
  return [...counts.values()]
}

/** How many parts there were in all. */
export function repairedParts(counts: readonly RepairCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function keyOf({ path, fault }: RepairedPart): string {
  return `${path}: ${fault}`
}
