/** The link to the form with which members report (spec/pages.md#reports). */
import type { ReportSubject } from '../../../domain/reports/create-report.ts'
import { type Html, html } from '../../../text/html.ts'

/** Path of the page and of its form. */
export const REPORT_PATH = '/i/report'

/** Link at a post or a profile. @param back address of the page with the link */
export function reportLink(subject: ReportSubject, label: string, back: string): Html {
  const named = 'postId' in subject ? `post=${subject.postId}` : `user=${subject.userId}`
  return html`<a class="button" href="${REPORT_PATH}?${named}&amp;back=${encodeURIComponent(back)}" aria-label="${label}">Report</a>`
}
