/**
 * Stores the imports that operators started in the console, in the data directory. Each import has a JSON file, and
 * its reports are next to the JSON file.
 */

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AtomicFile } from '../../lib/atomic-file.ts'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import type { Random } from '../../lib/time/clock.ts'
import type { RunChoices } from './run-choices.ts'

export type RunState = 'queued' | 'running' | 'complete' | 'failed' | 'cancelled'

export interface ImportRun {
  readonly id: string
  /** E-mail address of the operator who started the import. */
  readonly startedBy: string
  readonly files: readonly { readonly id: string; readonly name: string; readonly bytes: number }[]
  readonly choices: RunChoices
  readonly state: RunState
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** Number of times that a stop of the server interrupted the import. */
  readonly interruptions: number
  /** The lines that the command would print at its end. */
  readonly lines: readonly string[]
  /** Reason of the failure; null unless the import has failed. */
  readonly failure: string | null
}

/** Maximum number of imports that are kept; the oldest imports are removed first. */
const MAX_RUNS = 50

const FILE = /^([0-9a-f]{16})\.json$/

export class StoredRuns {
  readonly #folder: string
  readonly #random: Random
  #writing: Promise<unknown> = Promise.resolve()

  /** @param folder folder of the files; created when it is needed */
  constructor(folder: string, random: Random) {
    this.#folder = folder
    this.#random = random
  }

  /** All imports, newest first. */
  async read(): Promise<readonly ImportRun[]> {
    const names = (await readdir(this.#folder).catch(unlessMissing)) ?? []
    const texts = await Promise.all(
      names.filter((name) => FILE.test(name)).map((name) => readFile(join(this.#folder, name), 'utf8')),
    )
    const runs = texts.flatMap(runIn)
    return runs.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
  }

  /** Stores the state of an import in place of the earlier state. */
  write(run: ImportRun): Promise<void> {
    // States are written in the order of the calls, so that the last state remains.
    const written = this.#writing.then(() => this.#replace(run))
    this.#writing = written.catch(() => undefined) // The caller gets this error.
    return written
  }

  async #replace(run: ImportRun): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await AtomicFile.create(join(this.#folder, `${run.id}.json`), this.#random)
    try {
      await file.write(JSON.stringify(run))
      await file.commit()
    } catch (error) {
      await file.abandon()
      throw error
    }
  }

  /** Removes an import and its reports. */
  async remove(id: string): Promise<void> {
    const { json, page } = this.reportsOf(id)
    for (const path of [join(this.#folder, `${id}.json`), json, page]) await rm(path, { force: true })
  }

  /** Paths of the reports of an import; the reports may be missing. */
  reportsOf(id: string): { readonly json: string; readonly page: string } {
    return { json: join(this.#folder, `${id}.report.json`), page: join(this.#folder, `${id}.report.html`) }
  }

  /** Folder for temporary files of an import. The folder can contain copies of the database and of the key. */
  scratchOf(id: string): string {
    return join(this.#folder, `${id}.tmp`)
  }

  /** Removes the temporary files of a thread that was terminated. */
  async removeScratch(id: string): Promise<void> {
    await rm(this.scratchOf(id), { recursive: true, force: true })
  }

  /** The oldest ended imports above the maximum number. @param runs all imports, newest first */
  static surplus(runs: readonly ImportRun[]): readonly ImportRun[] {
    return runs.slice(MAX_RUNS).filter(({ state }) => state !== 'queued' && state !== 'running')
  }
}

function runIn(text: string): readonly ImportRun[] {
  try {
    return [JSON.parse(text) as ImportRun]
  } catch {
    // This program replaces files atomically, so another program must have written the unreadable file. An unreadable
    // file must not prevent the start of the server.
    return []
  }
}
