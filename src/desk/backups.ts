/** Backups of the operator's desk (spec/console.md#backups-at-the-desk). */

import { ConsoleProblem, type ConsoleReason } from '../api/console/_problems.ts'
import type { DeskBackups } from '../api/console/_transfers/backups.ts'
import { asSentence } from '../text/sentence.ts'
import {
  type BackupDesk,
  type DeskTask,
  type RefusedTask,
  TaskRefused,
} from '../transfers/backups/backup-desk.ts'
import { worded } from './worded.ts'

const REASONS: Readonly<Record<RefusedTask, ConsoleReason>> = {
  running: 'task-running',
  'not-running': 'task-ended',
  'not-found': 'backup-not-found',
}

/** Converts backups of a server process to their form in the console. */
export function deskBackups(desk: BackupDesk): DeskBackups {
  return {
    state: async () => ({
      folder: desk.folder,
      files: (await desk.files()).map(({ name, bytes, madeAt }) => ({ name, bytes, made_at: madeAt })),
      tasks: desk.tasks().map(taskBody),
    }),
    backUp: (startedBy) => worded(backupProblem, async () => void (await desk.backUp(startedBy))),
    verify: (startedBy) => worded(backupProblem, () => void desk.verify(startedBy)),
    cancel: (kind) => worded(backupProblem, () => desk.cancel(kind)),
    remove: (name) => worded(backupProblem, () => desk.remove(name)),
  }
}

function taskBody({ kind, startedBy, startedAt, endedAt, state, done, of, lines, failure }: DeskTask) {
  return {
    ...{ kind, started_by: startedBy, started_at: startedAt, ended_at: endedAt },
    ...{ state, done, of, lines: [...lines], failure },
  }
}

function backupProblem(error: unknown): unknown {
  if (!(error instanceof TaskRefused)) return error
  return new ConsoleProblem(REASONS[error.reason], { message: asSentence(error.message) })
}
