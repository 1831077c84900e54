/**
 * Reports of graded clients that a server in test mode keeps (docs/decisions/0159-kept-grade-reports.md). In memory: they end with
 * the process, and a reset or restore leaves them, because they are about clients and not about the data.
 */
import type { Clock } from '../../lib/time/clock.ts'
import type { GradedRow } from './attempt.ts'
import { countOf } from './report.ts'

/** Kept reports; the oldest makes room for another one. */
export const MAX_REPORTS = 50

/** Characters of the name of a client. */
export const MAX_CLIENT_LENGTH = 500

/** A report as `aviary grade` sends it. */
export interface SentReport {
  /** Name of the graded client. */
  readonly client: string
  /** One failure of each kind, and shorter waits. */
  readonly isQuick: boolean
  readonly trials: readonly GradedRow[]
}

export interface KeptReport extends SentReport {
  /** Digits. */
  readonly id: string
  /** Milliseconds since the Unix epoch, by the machine's clock: the waits of a client are measured by it too. */
  readonly receivedAt: number
}

/** The numbers of a report. */
export interface GradeCounts {
  readonly passed: number
  readonly failed: number
  readonly not_seen: number
}

export class KeptReports {
  readonly #machine: Pick<Clock, 'now'>
  /** By id, the oldest first. */
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

  /** The reports, the newest first. */
  list(): readonly KeptReport[] {
    return [...this.#reports.values()].toReversed()
  }

  find(id: string): KeptReport | undefined {
    return this.#reports.get(id)
  }

  /** @returns the removed report; undefined when there is none */
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
