/** Imports at the desk (spec/console.md#imports-at-the-desk). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'

const TIME = Type.Integer({ description: 'Unix milliseconds.' })
const TIME_OR_NULL = Type.Union([TIME, Type.Null()])

const CHOICES = {
  kind: Type.Enum(['all', 'users', 'posts', 'follows'], {
    description: 'The kind of objects to import. `all` also imports personal archives.',
  }),
  dry_run: Type.Boolean({ description: 'True to read and check everything, and to write nothing.' }),
  is_protected: Type.Boolean({ description: 'True if the account of an archive was protected.' }),
  followee_first: Type.Boolean({ description: 'True to exchange the columns of follows.' }),
}

export const IMPORT = Type.Object(
  {
    id: Type.String(),
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
    ...CHOICES,
    state: Type.Enum(['queued', 'running', 'complete', 'failed', 'cancelled']),
    progress: Type.Union(
      [
        Type.Object({
          stage: Type.Enum(['starting', 'checking', 'importing', 'indexing']),
          bytes: Type.Integer({ description: 'Bytes that the stage has read.' }),
          of: Type.Integer({ description: 'Bytes of all files; 0 if the stage does not count bytes.' }),
        }),
        Type.Null(),
      ],
      { description: 'Progress of a running import.' },
    ),
    started_by: Type.String({ description: 'E-mail address of the operator.' }),
    created_at: TIME,
    started_at: TIME_OR_NULL,
    ended_at: TIME_OR_NULL,
    interruptions: Type.Integer({
      description: 'Number of stops of the server after which the import continued.',
    }),
    lines: Type.Array(Type.String(), { description: 'The lines that the command prints at its end.' }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'The reason, and what to do.' }),
    has_report: Type.Boolean(),
    can_resume: Type.Boolean({ description: 'True for an ended import whose files are stored.' }),
    command: Type.String({ description: 'The command with the same effect.' }),
  },
  { title: 'ConsoleImport' },
)

export const IMPORT_LIST = Type.Object(
  { imports: Type.Array(IMPORT, { description: 'The newest first.' }) },
  { title: 'ConsoleImports' },
)

const ID = { pattern: '^[1-9][0-9]{0,18}$' }

/** Options of "aviary import" that few imports need. */
const OPTIONS = Type.Partial(
  Type.Object({
    encoding: Type.Enum(['windows-1252'], { description: 'Encoding of bytes that are not UTF-8.' }),
    author: Type.String({
      ...ID,
      description: 'Author of the posts that have no author, in tables and JSON.',
    }),
    new_ids: Type.Boolean({ description: 'True to make ids for rows whose ids a spreadsheet has rounded.' }),
    live_rate: Type.Number({
      minimum: 0.01,
      maximum: 10_000,
      description: 'Sends new posts to streams and webhooks, at this number of posts per second.',
    }),
    id_offset: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Added to each id of follows, for graphs with a node 0.',
    }),
    list_of: Type.String({
      ...ID,
      description: 'Id of the user whose followers or followed users the files list.',
    }),
    list_kind: Type.Enum(['followers', 'following'], { description: 'Goes with `list_of`.' }),
    newest_first: Type.Boolean({ description: 'True if the first follow of a file is the newest follow.' }),
    root: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Folder of the archive, if there are several in the files.',
    }),
    skip_circle_era: Type.Boolean({
      description: 'True to leave out posts from May 2022 to October 2023, which may be for a Circle only.',
    }),
    circle_ids: Type.String({
      minLength: 1,
      maxLength: 40_000,
      description: 'Ids of posts that were for a Circle only, one per line. These posts are not imported.',
    }),
  }),
)

export type ImportOptions = Static<typeof OPTIONS>

export const NEW_IMPORT = Type.Object({
  uploads: Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Ids of complete uploads.',
  }),
  ...CHOICES,
  options: Type.Optional(OPTIONS),
})

export type DeskImport = Static<typeof IMPORT>

/** Methods throw `import-…` and `upload-…` problems. */
export interface DeskImports {
  list(): Promise<readonly DeskImport[]>
  start(input: Static<typeof NEW_IMPORT>, startedBy: string): Promise<DeskImport>
  cancel(id: string): Promise<DeskImport>
  resume(id: string): Promise<DeskImport>
  remove(id: string): Promise<DeskImport>
  report(id: string, form: 'json' | 'page'): Promise<string>
}

/** The subject of audit entries about an import. */
export function importSubject({ id, files }: DeskImport) {
  return { kind: 'import', key: id, name: files.map(({ name }) => name).join(', ') } as const
}
