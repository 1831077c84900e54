/** Imports of the operator's desk (spec/console.md#imports-at-the-desk). */

import { ConsoleProblem, type ConsoleReason } from '../api/console/_problems.ts'
import type { DeskImport, DeskImports, ImportOptions } from '../api/console/_transfers/imports.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { asSentence } from '../text/sentence.ts'
import { ImportQueue, type RefusedRun, RunRefused } from '../transfers/imports/import-queue.ts'
import { flagsOf, type RunChoices, type RunOptions } from '../transfers/imports/run-choices.ts'
import type { ImportRun } from '../transfers/imports/stored-runs.ts'
import type { UploadStore } from '../transfers/uploads/upload-store.ts'
import { uploadProblem } from './uploads.ts'
import { worded } from './worded.ts'

const RUN_REASONS: Readonly<Record<RefusedRun, ConsoleReason>> = {
  'not-found': 'import-not-found',
  'upload-incomplete': 'upload-incomplete',
  'upload-in-use': 'upload-in-use',
  'not-running': 'import-ended',
  'not-ended': 'import-running',
  'files-gone': 'import-files-gone',
}

/** Converts imports of a queue to their form in the console. */
export function deskImports(queue: ImportQueue, uploads: UploadStore): DeskImports {
  const body = async (run: ImportRun) => importBody(queue, run, await idsIn(uploads))
  return {
    async list() {
      const stored = await idsIn(uploads)
      return queue.list().map((run) => importBody(queue, run, stored))
    },
    start: ({ uploads: ids, kind, dry_run, is_protected, followee_first, options }, startedBy) =>
      worded(runProblem, async () => {
        const choices: RunChoices = {
          only: kind === 'all' ? null : kind,
          ...{ isDryRun: dry_run, isProtected: is_protected, isReversed: followee_first },
          ...(options === undefined ? {} : { options: runOptions(options) }),
        }
        return body(await queue.start(ids, choices, startedBy))
      }),
    cancel: (id) => worded(runProblem, async () => body(await queue.cancel(id))),
    resume: (id) => worded(runProblem, async () => body(await queue.resume(id))),
    remove: (id) => worded(runProblem, async () => body(await queue.remove(id))),
    report: (id, form) =>
      worded(runProblem, async () => {
        const report = await queue.report(id, form)
        if (report === undefined) throw new ConsoleProblem('import-report-missing')
        return report
      }),
  }
}

async function idsIn(uploads: UploadStore): Promise<ReadonlySet<string>> {
  return new Set((await uploads.list()).map(({ id }) => id))
}

function importBody(queue: ImportQueue, run: ImportRun, stored: ReadonlySet<string>): DeskImport {
  const { only, isDryRun, isProtected, isReversed } = run.choices
  const hasEnded = run.state !== 'queued' && run.state !== 'running'
  return {
    id: run.id,
    files: run.files.map(({ name, bytes }) => ({ name, bytes })),
    ...{ kind: only ?? 'all', dry_run: isDryRun, is_protected: isProtected, followee_first: isReversed },
    ...{ state: run.state, progress: queue.progressOf(run.id) ?? null },
    ...{ started_by: run.startedBy, created_at: run.createdAt },
    ...{ started_at: run.startedAt, ended_at: run.endedAt, interruptions: run.interruptions },
    ...{ lines: [...run.lines], failure: run.failure },
    has_report: hasEnded && run.lines.length > 0,
    can_resume: hasEnded && ImportQueue.hasFiles(run, stored),
    command: commandOf(run),
  }
}

/** @throws {ConsoleProblem} `field-invalid` */
function runOptions(sent: ImportOptions): RunOptions {
  const { encoding, author, new_ids, live_rate, id_offset, list_of, list_kind } = sent
  const { newest_first, root, skip_circle_era, circle_ids } = sent
  if ((list_of === undefined) !== (list_kind === undefined)) throw wrongOption('list_of')
  requireId('author', author)
  requireId('list_of', list_of)
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(author === undefined ? {} : { author }),
    ...(new_ids === true ? { newIds: true } : {}),
    ...(live_rate === undefined ? {} : { liveRate: live_rate }),
    ...(id_offset === undefined ? {} : { idOffset: id_offset }),
    ...(list_of === undefined || list_kind === undefined ? {} : { list: { of: list_of, kind: list_kind } }),
    ...(newest_first === true ? { isNewestFirst: true } : {}),
    ...(root === undefined ? {} : { root }),
    ...(skip_circle_era === true ? { skipsCircleEra: true } : {}),
    ...(circle_ids === undefined ? {} : { circleIds: circle_ids }),
  }
}

function requireId(name: string, text: string | undefined): void {
  if (text !== undefined && BigInt(text) > LARGEST_ID) throw wrongOption(name)
}

function wrongOption(name: string): ConsoleProblem {
  return new ConsoleProblem('field-invalid', { field: `options.${name}` })
}

function commandOf({ files, choices }: ImportRun): string {
  const { only } = choices
  return [
    ...['aviary', 'import', ...(only === null ? [] : [only])],
    ...flagsOf(choices, shellWord),
    ...['--report', 'report.html', ...files.map(({ name }) => shellWord(name))],
  ].join(' ')
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function runProblem(error: unknown): unknown {
  if (!(error instanceof RunRefused)) return uploadProblem(error)
  return new ConsoleProblem(RUN_REASONS[error.reason], { message: asSentence(error.message) })
}
