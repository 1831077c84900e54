/** The link to the form with which members report posts and users (spec/pages.md#reports). */
import type { ReportSubject } from '../../../domain/reports/create-report.ts'
import { type Html, html } from '../../../text/html.ts'

/** Path of the page, to which its form is also posted. */
export const REPORT_PATH = '/i/report'

/** The link at a post or a profile. @param back the URL of the page with the link */
export function reportLink(subject: ReportSubject, label: string, back: string): Html {
  const named = 'postId' in subject ? `post=${subject.postId}` : `user=${subject.userId}`
  return html`<a class="button" href="${REPORT_PATH}?${named}&amp;back=${encodeURIComponent(back)}" aria-label="${label}">Report</a>`
}
