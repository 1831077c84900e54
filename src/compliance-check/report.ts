/**
 * The dated report of a check: a JSON object with facts such as the hash of the file, each id with its outcome, and the
 * counts.
 */
import type { Context } from '../domain/context.ts'
import type { IdSubject } from '../id-lists/parse-id.ts'
import { AtomicFile } from '../lib/atomic-file.ts'
import type { CheckFacts } from './check-list.ts'
import type { Outcome, Tally } from './tally.ts'

/** The description of the input in the report. */
export interface ReportedInput {
  readonly subject: IdSubject
  /** Name of the file. */
  readonly file: string
}

export class CheckReport {
  readonly #file: AtomicFile
  readonly #context: Context
  readonly #input: ReportedInput
  #isFirst = true

  private constructor(file: AtomicFile, context: Context, input: ReportedInput) {
    this.#file = file
    this.#context = context
    this.#input = input
  }

  /** Begins a report; {@link end} moves the finished file to this path. @param path path of the report */
  static async create(context: Context, path: string, input: ReportedInput): Promise<CheckReport> {
    return new CheckReport(await AtomicFile.create(path, context.random), context, input)
  }

  async begin(facts: CheckFacts): Promise<void> {
    const { subject, file } = this.#input
    const head = {
      report: 'aviary compliance check',
      version: 1,
      made_at: new Date(this.#context.clock.now()).toISOString(),
      type: subject,
      file,
      ...summaryOf(facts),
    }
    await this.#file.write(`${JSON.stringify(head).slice(0, -1)},"ids":[`)
  }

  async add(outcome: Outcome): Promise<void> {
    await this.#file.write(`${this.#isFirst ? '\n' : ',\n'}${JSON.stringify(outcome)}`)
    this.#isFirst = false
  }

  async end(tally: Tally): Promise<void> {
    await this.#file.write(`\n],${JSON.stringify(tally.fields).slice(1)}\n`)
    await this.#file.commit()
  }

  /** Removes an unfinished report; does nothing after {@link end}. */
  abandon(): Promise<void> {
    return this.#file.abandon()
  }
}

/** The facts of a check, under their names in the JSON report. */
export function summaryOf({ bytes, sha256, column, position, serverId }: CheckFacts) {
  return {
    input: { bytes, sha256 },
    server_id: serverId,
    log_position: String(position),
    ...(column === undefined ? {} : { column }),
  }
}
