/**
 * Stores reports about graded clients in the memory of a server in test mode
 * (docs/decisions/0159-kept-grade-reports.md). A reset or restore does not remove the reports, because they are about
 * clients and not about the data.
 */
import type { Clock } from '../../lib/time/clock.ts'
import type { GradedRow } from './attempt.ts'
import { countOf } from './report.ts'

/** Maximum number of reports. A further report replaces the oldest report. */
export const MAX_REPORTS = 50

/** Maximum number of characters in the name of a client. */
export const MAX_CLIENT_LENGTH = 500

/** A report as "aviary grade" sends it. */
export interface SentReport {
  /** Name of the graded client. */
  readonly client: string
  /** True for a quick run, which has one failure of each kind and shorter waits. */
  readonly isQuick: boolean
  readonly trials: readonly GradedRow[]
}

export interface KeptReport extends SentReport {
  /** The id, as digits. */
  readonly id: string
  /** Milliseconds since the Unix epoch, by the clock of the machine and not by the controlled clock. */
  readonly receivedAt: number
}

/** Numbers of trials by grade. */
export interface GradeCounts {
  readonly passed: number
  readonly failed: number
  readonly not_seen: number
}

export class KeptReports {
  readonly #machine: Pick<Clock, 'now'>
  /** Reports by id, oldest first. */
  readonly #reports = new Map<string, KeptReport>()
  #count = 0

  constructor(machine: Pick<Clock, 'now'>) {
    this.#machine = machine
  }

  add({ client, isQuick, trials }: SentReport): KeptReport {
    this.#count += 1
    const id = String(this.#count)
    const report: KeptReport = { id, client, isQuick, trials, receivedAt: this.#machine.now() }
    this.#reports.set(id, report)
    const [oldest] = this.#reports.keys()
    if (this.#reports.size > MAX_REPORTS && oldest !== undefined) this.#reports.delete(oldest)
    return report
  }

  /** The reports, newest first. */
  list(): readonly KeptReport[] {
    return [...this.#reports.values()].toReversed()
  }

  find(id: string): KeptReport | undefined {
    return this.#reports.get(id)
  }

  /** Removes a report. @returns the removed report; undefined for an unknown id */
  remove(id: string): KeptReport | undefined {
    const report = this.#reports.get(id)
    this.#reports.delete(id)
    return report
  }
}

export function countsOf({ trials }: Pick<KeptReport, 'trials'>): GradeCounts {
  return {
    passed: countOf(trials, 'pass'),
    failed: countOf(trials, 'fail'),
    not_seen: countOf(trials, 'not-seen'),
  }
}
