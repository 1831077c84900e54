/** What a check of "aviary verify" is, and how it tells what it found. */
import { isStoreFailure, StoreCorrupt } from '../errors.ts'
import type { Snapshot } from './snapshot.ts'

/** Something that is not as it was written, or two things that do not agree. */
export interface Fault {
  /** Name of the check. */
  readonly check: string
  readonly fault: string
  /** What to do about it. */
  readonly remedy: string
}

/** Says of one subject whether the data is sound. Each noun has its own, beside its verbs. */
export interface Check {
  readonly name: string
  /** May throw what the database throws: a part that cannot be read is a fault too. */
  run(snapshot: Snapshot, findings: Findings): Promise<void>
}

/** What to do about damage that nothing in the database can undo. */
export const RESTORE = 'Restore a backup: aviary restore FILE --data NEW_DIRECTORY'

/** Faults of one check that are told one by one; after that, only that there are more. */
export const MAX_REPORTED_FAULTS = 20

/** What a query for faults asks for: enough to know that there are more. */
export const MAX_COUNTED_FAULTS = MAX_REPORTED_FAULTS + 1

export class Findings {
  readonly faults: Fault[] = []
  /** How many of what was looked at. */
  readonly checked: Record<string, number> = {}

  /** @param remedy what to do; restoring a backup if not given */
  fault(check: string, fault: string, remedy = RESTORE): void {
    const told = this.faults.filter((known) => known.check === check).length
    if (told > MAX_REPORTED_FAULTS) return
    this.faults.push({
      check,
      fault: told === MAX_REPORTED_FAULTS ? 'There is more of the same kind.' : fault,
      remedy,
    })
  }

  count(what: string, number: number): void {
    this.checked[what] = number
  }
}

/**
 * Runs a check. What cannot be read is a fault.
 * @throws {StoreBusy | StoreUnavailable} when the database, not the data, is the reason
 */
export async function runCheck(check: Check, snapshot: Snapshot, findings: Findings): Promise<void> {
  try {
    await snapshot.attempt((attempted) => check.run(attempted, findings))
  } catch (error) {
    if (isStoreFailure(error) && !(error instanceof StoreCorrupt)) throw error
    // Damage shows in many ways: as rows that do not fit their types, or as a table that is not there.
    findings.fault(check.name, `It cannot be read: ${reasonOf(error)}.`)
  }
}

/** The innermost message, without the full stop that a sentence gives it. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
