/** Renders the report about an import as a page and as data (spec/data-files.md#report). */
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import type { ReportData } from '../../importers/report/report-data.ts'
import { reportPage } from '../../importers/report/report-page.ts'
import { archiveMembers } from './import-output.ts'

/** The report as an HTML page. */
export function reportAsPage(data: ReportData, archives: readonly ImportedArchive[]): string {
  return reportPage(data, archives)
}

/** The report as JSON. */
export function reportAsJson(data: ReportData, archives: readonly ImportedArchive[]): string {
  return `${JSON.stringify({ ...data, ...archiveMembers(archives) }, undefined, 2)}\n`
}
