/** The worker thread of import-thread.ts. It runs one import and sends messages about this import. */
import { mkdir, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { StoreRefused } from '../../db/errors.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { InputFiles } from '../../importers/archive/input/input-files.ts'
import { archivesByAccount } from '../../importers/archive/same-account.ts'
import { findInputs } from '../../importers/files/inputs.ts'
import { ImportRunsElsewhere } from '../../importers/progress.ts'
import { ClockUnusable } from '../../importers/usable-clock.ts'
import { openRuntime } from '../../runtime.ts'
import { requireReadable, resultLines } from './import-output.ts'
import type { FromImport, ImportOutcome, ImportTask } from './import-thread.ts'
import { reportAsJson, reportAsPage } from './report-texts.ts'
import { ArchiveUnwanted, type ImportPlan, type ImportWatch, runImport } from './run-import.ts'

/** Errors whose message tells the operator what to do. */
const EXPECTED = [FileUnreadable, ArchiveUnwanted, ImportRunsElsewhere, ClockUnusable, StoreRefused]

/** Maximum number of progress messages in each stage; a progress bar cannot show more steps. */
const MAX_MESSAGES = 1_000

class Cancelled extends Error {}

class SentProgress implements ImportWatch {
  readonly #send: (message: FromImport) => void
  isCancelled = false
  #step = 1
  #next = 0

  constructor(send: (message: FromImport) => void) {
    this.#send = send
  }

  onStage(stage: 'checking' | 'importing', bytes = 0): void {
    this.#step = Math.max(1, bytes / MAX_MESSAGES)
    this.#next = 0
    this.#send({ is: 'stage', stage, bytes })
  }

  onBytes(bytes: number): void {
    if (this.isCancelled) throw new Cancelled()
    if (bytes < this.#next) return
    this.#next = bytes + this.#step
    this.#send({ is: 'bytes', bytes })
  }

  onIndexing(): void {
    this.#send({ is: 'stage', stage: 'indexing', bytes: 0 })
  }
}

async function work(
  { config, names, plan: chosen, reports, scratch, circleIds }: ImportTask,
  watch: ImportWatch,
): Promise<ImportOutcome> {
  const plan = circleIds === undefined ? chosen : await withCircleIds(chosen, circleIds, scratch)
  const runtime = await openRuntime(config, { manner: 'command' })
  try {
    await using inputFiles = new InputFiles()
    const inputs = await archivesByAccount(await findInputs(names), plan.archives.root, inputFiles)
    const place = { context: runtime.context, config, stdin: Readable.from([]), inputFiles }
    const result = await runImport(place, inputs, plan, watch)
    const { data, archives } = result
    await writeFile(reports.json, reportAsJson(data, archives), { mode: 0o600 })
    await writeFile(reports.page, reportAsPage(data, archives), { mode: 0o600 })
    requireReadable(data, archives)
    const lines = resultLines(data, archives, plan.only ?? 'objects')
    return { lines, hasFaults: data.faults.length > 0 }
  } finally {
    await runtime.close()
  }
}

/**
 * Writes the ids of posts that were sent to a Circle into a file, because the importer reads these ids from a file.
 */
async function withCircleIds(plan: ImportPlan, lines: string, folder: string): Promise<ImportPlan> {
  const circleIds = `${folder}/circle-ids.txt`
  await writeFile(circleIds, lines, { mode: 0o600 })
  return { ...plan, archives: { ...plan.archives, circleIds } }
}

function failureOf(error: unknown): FromImport {
  if (error instanceof Cancelled) return { is: 'cancelled' }
  const { message, stack = '' } = Error.isError(error) ? error : new Error(String(error))
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  return { is: 'failed', message, isExpected, stack }
}

if (parentPort !== null) {
  const port = parentPort
  const send = (message: FromImport) => port.postMessage(message)
  const watch = new SentProgress(send)
  port.on('message', () => {
    watch.isCancelled = true
  })
  try {
    const task = workerData as ImportTask
    await mkdir(task.scratch, { recursive: true, mode: 0o700 })
    send({ is: 'done', outcome: await work(task, watch) })
  } catch (error) {
    send(failureOf(error))
  } finally {
    port.close()
  }
}
