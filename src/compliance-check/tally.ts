/** Results of a compliance check: outcomes of ids, counts and the exit code (spec/id-lists.md#exit-codes). */
import type { ComplianceState } from '../domain/compliance/redactions.ts'
import { ROUNDED } from '../id-lists/parse-id.ts'
import type { InputFault } from '../id-lists/read-id-list.ts'

/** Exit code when the recipient must delete a post, a user or a location. */
export const MUST_DELETE = 1
/** Exit code of an incomplete check: some input was unreadable or has rounded ids, or the input has no id. */
export const NO_VERDICT = 3

/** The result of one id, in reports and in JSON output. */
export interface Outcome {
  readonly id: string
  /** The required action; `none` for available and for unknown ids. */
  readonly action: 'delete' | 'undelete' | 'scrub_geo' | 'withheld' | 'none'
  readonly reason: string
  readonly created_at?: string
  readonly redacted_at?: string
  readonly withheld_in_countries?: readonly string[]
}

/**
 * Computes the outcome for an id.
 * @param state undefined for an id that this server has never seen
 * @param wasDeleted true when the input says that the copy is already deleted
 */
export function outcomeOf(id: bigint, state: ComplianceState | undefined, wasDeleted: boolean): Outcome {
  const base = { id: String(id) }
  if (state === undefined) return { ...base, action: 'none', reason: 'unknown' }
  const { redaction, withheldIn } = state
  const countries = withheldIn.length > 0 ? { withheld_in_countries: withheldIn } : {}
  if (redaction === undefined) {
    if (withheldIn.length > 0) return { ...base, action: 'withheld', reason: 'withheld', ...countries }
    return { ...base, action: wasDeleted ? 'undelete' : 'none', reason: 'available' }
  }
  const { action, reason, createdAt, redactedAt } = redaction
  return {
    ...{ ...base, action, reason },
    ...(createdAt === undefined ? {} : { created_at: new Date(createdAt).toISOString() }),
    ...(redactedAt === undefined ? {} : { redacted_at: new Date(redactedAt).toISOString() }),
    ...(action === 'scrub_geo' ? countries : {}),
  }
}

/** Number of unreadable lines and skipped files that a report lists; further ones are only counted. */
const MAX_LISTED_FAULTS = 1_000

export class Tally {
  checked = 0
  duplicates = 0
  readonly #counts = { delete: 0, undelete: 0, scrub_geo: 0, withheld: 0, available: 0, unknown: 0 }
  #unreadable = 0
  #isRounded = false
  readonly faults: InputFault[] = []
  readonly warnings: InputFault[] = []

  add({ action, reason }: Outcome): void {
    this.checked += 1
    if (action !== 'none') this.#counts[action] += 1
    else this.#counts[reason === 'unknown' ? 'unknown' : 'available'] += 1
  }

  fault(fault: InputFault): void {
    this.#unreadable += 1
    if (this.faults.length < MAX_LISTED_FAULTS) this.faults.push(fault)
  }

  warn(warning: InputFault): void {
    if (this.warnings.length < MAX_LISTED_FAULTS) this.warnings.push(warning)
  }

  /** Refuses the whole list, because a program has rounded the ids in it. */
  refuseRounded(): void {
    this.#isRounded = true
  }

  get isRounded(): boolean {
    return this.#isRounded
  }

  /** True when every line was read, there was at least one id, and the list was not refused. */
  get isComplete(): boolean {
    return this.#unreadable === 0 && this.checked > 0 && !this.#isRounded
  }

  /**
   * The code for something to delete has priority over the code for an incomplete check. The exit code is 0
   * only if the check is complete and nothing must be deleted.
   */
  get exitCode(): number {
    if (this.#counts.delete + this.#counts.scrub_geo > 0) return MUST_DELETE
    return this.isComplete ? 0 : NO_VERDICT
  }

  /** Counts and faults, under their names in the JSON report. */
  get fields(): Readonly<Record<string, unknown>> {
    const { delete: toDelete, undelete, scrub_geo, withheld, available, unknown } = this.#counts
    return {
      checked: this.checked,
      duplicates: this.duplicates,
      to_delete: toDelete,
      to_undelete: undelete,
      scrub_geo,
      withheld,
      available,
      unknown,
      unreadable: this.#unreadable,
      ...(this.faults.length > 0 ? { unreadable_lines: this.faults } : {}),
      ...(this.warnings.length > 0 ? { passed_over: this.warnings } : {}),
      ...(this.#isRounded ? { refused: ROUNDED } : {}),
      complete: this.isComplete,
      exit_code: this.exitCode,
    }
  }

  get sentences(): readonly string[] {
    if (this.#isRounded) return [`Refused: ${ROUNDED}. Nothing was checked.`]
    const { delete: toDelete, undelete, scrub_geo, withheld, available, unknown } = this.#counts
    const parts = [
      `${toDelete} to delete`,
      ...optional(undelete, 'to undelete'),
      ...optional(scrub_geo, 'to strip of their location (scrub_geo)'),
      ...optional(withheld, 'withheld in some countries'),
      ...optional(available, 'available'),
      ...optional(unknown, 'unknown'),
      ...optional(this.#unreadable, 'unreadable'),
    ]
    return [
      this.checked === 0
        ? `Found no ids, so nothing was checked${this.#unreadable > 0 ? `: ${this.#unreadable} unreadable` : ''}.`
        : `Checked ${this.checked} ids: ${parts.join(', ')}.`,
      ...(this.duplicates > 0 ? [`Ignored ${this.duplicates} duplicates.`] : []),
      ...(unknown > 0 && unknown === this.checked ? ['No verdict: this server has none of these ids.'] : []),
      ...(this.isComplete || this.checked === 0 ? [] : ['Incomplete: unreadable input was not checked.']),
    ]
  }
}

function optional(count: number, words: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${words}`]
}
