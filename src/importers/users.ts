/** `import users` imports user objects of v1.1 and v2 (spec/server.md#import). */
import type { Context } from '../domain/context.ts'
import { type ImportFileOptions, importFile } from './files/import-file.ts'
import type { ImportReport } from './line-import.ts'

/** Runs {@link importFile} for users. If several objects describe one user, the last object is used. */
export function importUsersFile(
  context: Context,
  file: string,
  options: ImportFileOptions,
): Promise<ImportReport> {
  return importFile(context, file, 'users', options)
}
