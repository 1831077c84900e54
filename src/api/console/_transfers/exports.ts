/** Exports at the desk (spec/console.md#exports-at-the-desk). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'
import type { StreamBody } from '../../../http/stream-response.ts'

export const EXPORT_LIST = Type.Object(
  {
    exports: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the file.' }),
        started_by: Type.String({ description: 'E-mail address of the operator.' }),
        started_at: Type.Integer(),
        ended_at: Type.Union([Type.Integer(), Type.Null()]),
        rows: Type.Integer({ description: 'Rows written so far; for posts, the rows that were read.' }),
        unreadable: Type.Integer({ description: 'Items that are left out, because they cannot be read.' }),
        state: Type.Enum(['running', 'complete', 'failed']),
      }),
      { description: 'The newest first.' },
    ),
    formats: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Formats by kind, the default first.',
    }),
  },
  { title: 'ConsoleExports' },
)

/** The parameters, as the request has them. */
export interface ExportInput {
  readonly kind: string | undefined
  readonly format: string | undefined
  readonly compression: string | undefined
  readonly query: string | undefined
  readonly since: string | undefined
  readonly until: string | undefined
  readonly author: string | undefined
  readonly includesProtected: boolean
  readonly hasNotes: boolean
}

/** Methods throw `field-invalid` and `exports-too-many`. */
export interface DeskExports {
  list(): Promise<Static<typeof EXPORT_LIST>>
  /** Prepares a download. The caller must send `body`, because the export counts as running after this call. */
  prepare(
    input: ExportInput,
    startedBy: string,
  ): Promise<{ readonly name: string; readonly body: StreamBody }>
}
