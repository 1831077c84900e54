/** Makes lines about the reasons of rejected objects. */
import { shownName } from '../../files/shown-name.ts'
import type { ReportData } from '../../importers/report/report-data.ts'

/** Maximum number of reasons in the text output; `--json` lists all. */
const MAX_SHOWN = 20

/** @param noun name of the objects, such as `posts` */
export function rejectionLines({ rejections }: ReportData, noun: string): readonly string[] {
  if (rejections.length === 0) return []
  const hidden = rejections.length - MAX_SHOWN
  return [
    `Rejected ${noun}, by reason:`,
    ...rejections
      .slice(0, MAX_SHOWN)
      .map(
        ({ reason, count, places }) =>
          `  ${count}: ${shownName(reason)} (first in ${places.map(shownName).join(', ')})`,
      ),
    ...(hidden > 0 ? [`  and ${hidden} more reasons`] : []),
  ]
}
