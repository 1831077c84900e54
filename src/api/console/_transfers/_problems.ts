/** Problems of uploads, imports, exports and backups. */
import { type ConsoleEntry, conflict, missing } from '../_refusals/_problems.ts'

export type TransferReason =
  | 'upload-not-found'
  | 'upload-version-wrong'
  | 'upload-header-wrong'
  | 'upload-type-wrong'
  | 'upload-too-large'
  | 'uploads-too-many'
  | 'upload-offset-wrong'
  | 'upload-beyond-length'
  | 'upload-incomplete'
  | 'upload-in-use'
  | 'import-not-found'
  | 'import-running'
  | 'import-ended'
  | 'import-files-gone'
  | 'import-report-missing'
  | 'exports-too-many'
  | 'backup-not-found'
  | 'task-running'
  | 'task-ended'

export const TRANSFER_PROBLEMS: Readonly<Record<TransferReason, ConsoleEntry>> = {
  'upload-not-found': missing('There is no such upload. It may have expired; upload the file again.'),
  'upload-version-wrong': {
    status: 412,
    message: 'Uploads need the header tus-resumable with the version 1.0.0.',
  },
  'upload-header-wrong': { status: 400, message: 'A header must be a count of bytes.' },
  'upload-type-wrong': {
    status: 415,
    message: 'A chunk needs the content type application/offset+octet-stream.',
  },
  'upload-too-large': { status: 413, message: 'The file is too large. Import it on the server.' },
  'uploads-too-many': conflict('There are too many uploads. Import or remove some first.'),
  'upload-offset-wrong': conflict('The upload is at another offset. Request it, and continue from there.'),
  'upload-beyond-length': { status: 400, message: 'The chunk ends after the end of the file.' },
  'upload-incomplete': conflict('The upload is not complete. Upload the rest first.'),
  'upload-in-use': conflict('An import reads this file. Wait until it has ended, or cancel it.'),
  'import-not-found': missing('There is no such import. The list has the last 50.'),
  'import-running': conflict('This import has not ended. Wait, or cancel it first.'),
  'import-ended': conflict('This import has ended already.'),
  'import-files-gone': conflict('The files of this import are removed. Upload them again.'),
  'exports-too-many': conflict('Two exports are running. Wait until one has ended.'),
  'backup-not-found': missing('There is no such backup.'),
  'task-running': conflict('One is running already. Wait, or cancel it first.'),
  'task-ended': conflict('None is running. It may have ended.'),
  'import-report-missing': missing('This import has no report: it was not read to its end.'),
}
