/** Makes the lines that `aviary backup` and `aviary verify` print. */
import type { BackupReport } from '../../db/maintenance/backup.ts'
import type { Fault } from '../../db/maintenance/check.ts'
import { FAILED_PAGE_SIZE } from '../../log/failed-items.ts'
import { itemSentence } from '../../log/failed-items-shown.ts'
import type { VerifyReport } from '../../verify/verify.ts'

/** Lines about a backup. @param file path of the backup */
export function backupLines(file: string, report: BackupReport): readonly string[] {
  const { bytes, rows, head, mediaFiles, holdsKey } = report
  return [
    `Wrote ${file} (${inMegabytes(bytes)}): ${rows} rows at log position ${head}, ${mediaFiles} media files${holdsKey ? ', and the key' : ''}.`,
    holdsKey
      ? 'Keep this file private: it contains the key to every secret in it.'
      : 'The file does not contain the key, because the key comes from a setting. Keep the key too: without it no token works.',
  ]
}

/** Lines about the verification of the data. */
export function verificationLines(report: VerifyReport): readonly string[] {
  const { ok, faults } = report
  return [...(ok ? intactSentences(report) : faults.flatMap(faultSentences)), ...failedSentences(report)]
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function intactSentences({ version, checked }: VerifyReport): string[] {
  if (version === '') return ['The database is empty: "aviary migrate" or "aviary serve" creates the tables.']
  const counts = Object.entries(checked).map(([what, number]) => `${number} ${what.replaceAll('_', ' ')}`)
  return [`The data is intact (${counts.join(', ')}).`]
}

function failedSentences({ failedItems }: VerifyReport): string[] {
  if (failedItems.length === 0) return []
  const more = failedItems.length < FAILED_PAGE_SIZE ? [] : ['There may be more: aviary failed list']
  return [
    'Skipped by readers of the log because processing failed (no corruption; run "aviary failed retry" when the cause is fixed):',
    ...failedItems.map((item) => `  ${itemSentence(item)}`),
    ...more,
  ]
}

function faultSentences({ check, fault, remedy }: Fault): string[] {
  return [`${check}: ${fault}`, `  ${remedy}`]
}
