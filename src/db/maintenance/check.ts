/** Interface of the checks of `aviary verify`, and their findings. */
import { isStoreFailure, StoreCorrupt } from '../errors.ts'
import type { Snapshot } from './snapshot.ts'

/** Data that is corrupt or inconsistent. */
export interface Fault {
  /** Name of the check. */
  readonly check: string
  readonly fault: string
  /** Advice for the operator. */
  readonly remedy: string
}

/** A check of one subject. Each domain folder has its own checks, next to its commands. */
export interface Check {
  readonly name: string
  /** May throw database errors; {@link runCheck} reports them as faults. */
  run(snapshot: Snapshot, findings: Findings): Promise<void>
}

/** Advice for damage that the database cannot undo. */
export const RESTORE = 'Restore a backup: aviary restore FILE --data NEW_DIRECTORY'

/**
 * Maximum number of faults that a check reports one by one. If there are more faults, one further line says
 * so.
 */
export const MAX_REPORTED_FAULTS = 20

/**
 * Limit of queries for faults. It is one above the maximum of reported faults, so that a check notices further faults.
 */
export const MAX_COUNTED_FAULTS = MAX_REPORTED_FAULTS + 1

export class Findings {
  readonly faults: Fault[] = []
  /** Number of checked items by kind. */
  readonly checked: Record<string, number> = {}

  /** @param remedy advice for the operator; by default to restore a backup */
  fault(check: string, fault: string, remedy = RESTORE): void {
    const reported = this.faults.filter((known) => known.check === check).length
    if (reported > MAX_REPORTED_FAULTS) return
    this.faults.push({
      check,
      fault: reported === MAX_REPORTED_FAULTS ? 'There is more of the same kind.' : fault,
      remedy,
    })
  }

  count(what: string, number: number): void {
    this.checked[what] = number
  }
}

/**
 * Runs a check. Unreadable data is a fault.
 * @throws {StoreBusy | StoreUnavailable} when the database is locked or unreachable, because then the content
 *   may be correct
 */
export async function runCheck(check: Check, snapshot: Snapshot, findings: Findings): Promise<void> {
  try {
    await snapshot.attempt((attempted) => check.run(attempted, findings))
  } catch (error) {
    if (isStoreFailure(error) && !(error instanceof StoreCorrupt)) throw error
    // Corrupt data causes many kinds of errors, such as rows of the wrong type or a missing table.
    findings.fault(check.name, `It cannot be read: ${reasonOf(error)}.`)
  }
}

/** The message of the cause of an error, or else of the error itself, without a full stop. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
