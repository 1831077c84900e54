/** Backups and verifications at the desk (spec/console.md#backups-at-the-desk). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'

const TASK = Type.Object({
  kind: Type.Enum(['backup', 'verification']),
  started_by: Type.String({ description: 'E-mail address of the operator.' }),
  started_at: Type.Integer(),
  ended_at: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum(['running', 'complete', 'failed', 'cancelled']),
  done: Type.Integer({ description: 'Finished rows of a backup, or finished checks of a verification.' }),
  of: Type.Integer({ description: 'Number of all rows or checks; 0 until they are counted.' }),
  lines: Type.Array(Type.String(), { description: 'The lines that the command prints at its end.' }),
  failure: Type.Union([Type.String(), Type.Null()]),
})

export const BACKUPS = Type.Object(
  {
    folder: Type.String({ description: 'Path on the server.' }),
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), made_at: Type.Integer() }), {
      description: 'Backups in the folder, the newest first.',
    }),
    tasks: Type.Array(TASK, { description: 'The last backup and the last verification of this node.' }),
  },
  { title: 'ConsoleBackups' },
)

export type Backups = Static<typeof BACKUPS>

/** Methods throw `task-running`, `task-ended` and `backup-not-found`. A task is a backup or a verification. */
export interface DeskBackups {
  state(): Promise<Backups>
  backUp(startedBy: string): Promise<void>
  verify(startedBy: string): Promise<void>
  cancel(kind: 'backup' | 'verification'): Promise<void>
  remove(name: string): Promise<void>
}

/** The subject of audit entries about backups and verifications. */
export const DATA_SUBJECT = { kind: 'backup', key: 'data' } as const
