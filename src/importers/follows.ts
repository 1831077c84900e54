/** `import follows` imports a file of edges, oldest first (spec/data-files.md#follow-files). */
import type { Context } from '../domain/context.ts'
import { type FileReport, type ImportFileOptions, importFile } from './files/import-file.ts'

/** Runs {@link importFile} for follows. Users that do not exist yet are created. */
export function importFollowsFile(
  context: Context,
  file: string,
  options: ImportFileOptions,
): Promise<FileReport> {
  return importFile(context, file, 'follows', options)
}
