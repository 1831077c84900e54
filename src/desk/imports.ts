/** Imports of the operator's desk (spec/console.md#imports-at-the-desk). */

import { ConsoleProblem, type ConsoleReason } from '../api/console/_problems.ts'
import type { DeskImport, DeskImports } from '../api/console/_transfers/imports.ts'
import { asSentence } from '../text/sentence.ts'
import { ImportQueue, type RefusedRun, RunRefused } from '../transfers/imports/import-queue.ts'
import type { ImportRun, RunChoices } from '../transfers/imports/stored-runs.ts'
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

/** The imports of a queue. */
export function deskImports(queue: ImportQueue, uploads: UploadStore): DeskImports {
  const body = async (run: ImportRun) => importBody(queue, run, await idsIn(uploads))
  return {
    async list() {
      const stored = await idsIn(uploads)
      return queue.list().map((run) => importBody(queue, run, stored))
    },
    start: ({ uploads: ids, kind, dry_run, is_protected, followee_first }, startedBy) =>
      worded(runProblem, async () => {
        const choices: RunChoices = {
          only: kind === 'all' ? null : kind,
          ...{ isDryRun: dry_run, isProtected: is_protected, isReversed: followee_first },
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

function commandOf({ files, choices }: ImportRun): string {
  const { only, isDryRun, isProtected, isReversed } = choices
  return [
    ...['aviary', 'import', ...(only === null ? [] : [only])],
    ...(isDryRun ? ['--dry-run'] : []),
    ...(isProtected && only === null ? ['--protected'] : []),
    ...(isReversed ? ['--direction', 'followee-first'] : []),
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
