/** The report file of an import: HTML or JSON, by the extension of its name. */
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import type { ReportData } from '../../importers/report/report-data.ts'
import { reportAsJson, reportAsPage } from '../../transfers/imports/report-texts.ts'
import { UsageError } from '../run.ts'

export interface ReportFile {
  readonly path: string
  render(data: ReportData, archives: readonly ImportedArchive[]): string
}

/** @throws {UsageError} for another extension */
export function fileOfReport(path: string): ReportFile {
  if (/\.html?$/i.test(path)) return { path, render: reportAsPage }
  if (/\.json$/i.test(path)) return { path, render: reportAsJson }
  throw new UsageError(`--report takes a name that ends in .html or .json, not ${JSON.stringify(path)}`)
}
