/**
 * Counts repaired and dropped parts of imported objects by kind, and keeps the line numbers of the first lines of each
 * kind.
 */
import type { RenamedUser } from '../domain/accounts/imported-user.ts'
import type { Fault, ReportFault } from '../lib/repair.ts'

/** An invalid part of an object that was repaired or dropped. */
export interface RepairedPart {
  readonly path: string
  readonly fault: Fault
}

/** A part that was repaired while the store wrote its item. */
export interface RepairedItem extends RepairedPart {
  /** Index of the item in its batch. */
  readonly index: number
}

/** Repairs of users that were renamed because another user has the same screen name. */
export function repairsOfNames(renamed: readonly RenamedUser[]): readonly RepairedItem[] {
  return renamed.map(({ index, wanted, screenName }) => ({
    index,
    path: `screen_name ${wanted} (imported as ${screenName})`,
    fault: 'belongs to another user',
  }))
}

/** Parts that have one path and one fault. */
export interface RepairCount extends RepairedPart {
  readonly count: number
  /** Numbers of the first lines, at most {@link MAX_LISTED_LINES}. */
  readonly lines: readonly number[]
}

/** Maximum number of lines that are listed for each kind. */
const MAX_LISTED_LINES = 3

/** Maximum number of kinds that are counted; usual files have only a few kinds. */
const MAX_KINDS = 500

/** Collects the repairs of one line until the line is accepted. */
export class LineRepairs {
  readonly parts: RepairedPart[] = []
  readonly note: ReportFault = (path, fault) => {
    this.parts.push({ path, fault })
  }

  /** Reports the collected repairs. */
  reportTo(note: ReportFault): void {
    for (const { path, fault } of this.parts) note(path, fault)
  }
}

/** Adds the repairs of a line to the counts. */
export function counted(
  before: readonly RepairCount[],
  line: number,
  parts: readonly RepairedPart[],
): readonly RepairCount[] {
  if (parts.length === 0) return before
  const counts = new Map(before.map((count) => [keyOf(count), count]))
  for (const { path, fault } of parts) {
    const known = counts.get(keyOf({ path, fault }))
    if (known === undefined && counts.size >= MAX_KINDS) continue
    const { count, lines }: Pick<RepairCount, 'count' | 'lines'> = known ?? { count: 0, lines: [] }
    const named = lines.length < MAX_LISTED_LINES && !lines.includes(line) ? [...lines, line] : lines
    counts.set(keyOf({ path, fault }), { path, fault, count: count + 1, lines: named })
  }
  return [...counts.values()]
}

/**
 * The sum of the counts of two files. The line numbers of a kind come from the first file with repairs of this kind.
 */
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

/** Total number of parts. */
export function repairedParts(counts: readonly RepairCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function keyOf({ path, fault }: RepairedPart): string {
  return `${path}: ${fault}`
}
