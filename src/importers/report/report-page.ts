/**
 * Renders the report of an import as an HTML page without scripts; the page makes no requests
 * (spec/data-files.md#report).
 */
import { type Html, html } from '../../text/html.ts'
import type { ImportedArchive } from '../archive/archive-report.ts'
import { archiveSections } from './archive-sections.ts'
import { barChart, binsOf, shareRows } from './charts.ts'
import { counts, notes, section, table, whole } from './page-parts.ts'
import { formCounts, isIdList, type ReportData } from './report-data.ts'
import { REPORT_STYLE } from './report-style.ts'

/** Maximum number of languages and of repairs in the page. The data of the report is not limited in this way. */
const MAX_ROWS = 20

/** The page of a report. Names of files, accounts and languages are escaped. */
export function reportPage(data: ReportData, archives: readonly ImportedArchive[] = []): string {
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>Import report</title>
${REPORT_STYLE}
</head>
<body>
<header><h1>Import report</h1>${data.dry_run && html`<p class="mark">Dry run: nothing was written.</p>`}</header>
<main>
${summary(data)}
${notes('Not read to the end', data.faults, data.more_faults, 'alert')}
${kinds(data)}
${archiveSections(archives)}
${data.more_archives !== undefined && html`<p>${whole(data.more_archives)} more personal archives have no section; their counts are in the sums above.</p>`}
${posts(data)}
${files(data)}
${notices(data)}
${counts('Held back', 'Private. Nothing of it is stored.', data.held_back)}
${counts('Not kept', 'This server has no place for it.', data.not_kept)}
${counts('Other content', 'Messages of recordings about a connection, and numbers.', data.counted)}
${rejections(data)}
${repairs(data)}
${notes('Warnings', data.warnings, data.more_warnings, '')}
</main>
</body>
</html>`}\n`
}

function summary(data: ReportData): Html {
  const tiles: readonly (readonly [name: string, count: number, style?: string])[] = [
    ['Read', data.read],
    ['Imported', data.imported],
    ['Already present', data.skipped],
    ['Repaired values', data.repaired],
    ['Rejected', data.rejected, data.rejected > 0 ? 'danger' : ''],
    ['Held back', data.files.reduce((sum, file) => sum + file.held_back, 0)],
    ['Not kept', data.files.reduce((sum, file) => sum + file.not_kept, 0)],
    ['Notices', data.notices.applied + data.notices.remembered + data.notices.unchanged],
  ]
  return html`<section aria-label="Summary">
<dl class="tiles">${tiles.map(([name, count, style = '']) => html`<div><dt>${name}</dt><dd class="${count === 0 ? 'zero' : style}">${whole(count)}</dd></div>`)}</dl>
${isIdList(data) && html`<p>These are ids, not posts. <code>aviary compliance check --ids FILE</code> compares them with this server.</p>`}
${data.first_edge !== undefined && html`<p>The first edge was read as: user ${data.first_edge.follower} follows user ${data.first_edge.followee}.</p>`}
${data.rejects !== undefined && html`<p>Rejected objects, with reasons: <code>${data.rejects}</code>${data.unlisted_rejects !== undefined && html`; the file is full, and ${whole(data.unlisted_rejects)} more are not in it`}</p>`}
${data.resumed_after > 0 && html`<p>Resumed after ${whole(data.resumed_after)} objects, where an earlier run stopped.</p>`}
</section>`
}

function kinds({ kinds: all }: ReportData): Html {
  const rows = Object.entries(all).filter(([, { read, repaired }]) => read + repaired > 0)
  return section(
    'By kind',
    table(
      ['Kind', 'Read', 'Imported', 'Already present', 'Repaired', 'Rejected'],
      rows.map(([kind, { read, imported, skipped, repaired, rejected }]) => [
        kind === 'unknown' ? 'not recognised' : kind,
        ...[read, imported, skipped, repaired, rejected],
      ]),
    ),
    rows.length,
  )
}

function posts({ posts: statistics }: ReportData): Html {
  if (statistics === undefined || statistics.posts === 0) return html``
  const { unit, bins } = binsOf(statistics.days)
  const languages = statistics.languages.slice(0, MAX_ROWS)
  const accounts = statistics.accounts.map(
    ({ id, name, posts: count }) => [name === undefined ? id : `@${name}`, id, count] as const,
  )
  return html`<section><h2>Posts by ${unit}</h2>
<p class="quiet">${whole(statistics.posts)} posts in the files, each time that they occur. Days are in UTC.</p>
${barChart(bins, `Posts by ${unit}`)}
<details><summary>Numbers</summary>${table([unit, 'Posts'], bins)}</details></section>
<section><h2>Posts by language</h2>
${shareRows(languages, statistics.posts, 'Language')}</section>
<section><h2>Largest accounts</h2>
${statistics.isAccountsCut && html`<p class="quiet">There are more accounts than were counted; numbers are lower bounds.</p>`}
${table(['Account', 'Id', 'Posts'], accounts)}</section>`
}

function files({ files: inputs, more_files }: ReportData): Html {
  const rows = inputs.map(
    ({ name, forms, read, imported, skipped, repaired, rejected, held_back, not_kept }) => [
      name,
      formCounts(forms),
      ...[read, imported, skipped, repaired, rejected, held_back, not_kept],
    ],
  )
  const names = [
    'File',
    'Content',
    'Read',
    'Imported',
    'Already present',
    'Repaired',
    'Rejected',
    'Held back',
    'Not kept',
  ]
  return html`${section('By file', table(names, rows), rows.length)}${
    more_files > 0 && html`<p class="quiet">“others” are ${whole(more_files)} more files.</p>`
  }`
}

/** Results of notices in recordings of streams, such as deletions. */
function notices({ notices: { applied, remembered, unchanged }, deleted }: ReportData): Html {
  const rows = [
    ['applied', applied],
    ['remembered for what may follow', remembered],
    ['without effect', unchanged],
    ['posts that were left out because they were deleted', deleted],
  ] as const
  return section(
    'Notices of recordings',
    table(['Result', 'Number'], rows),
    applied + remembered + unchanged + deleted,
  )
}

function rejections({ rejections: all }: ReportData): Html {
  const rows = all
    .slice(0, MAX_ROWS)
    .map(({ reason, count, places }) => [reason, count, places.join(', ')] as const)
  const more = all.length - rows.length
  return section(
    'Rejected objects',
    html`${table(['Reason', 'Number', 'First places'], rows)}${more > 0 && html`<p class="quiet">And ${whole(more)} more reasons.</p>`}`,
    rows.length,
  )
}

function repairs({ repairs: all }: ReportData): Html {
  const rows = all
    .slice(0, MAX_ROWS)
    .map(({ path, fault, count, places }) => [path, fault, count, places.join(', ')] as const)
  const more = all.length - rows.length
  return section(
    'Repaired values',
    html`${table(['Part', 'Fault', 'Number', 'First places'], rows)}${more > 0 && html`<p class="quiet">And ${whole(more)} more kinds.</p>`}`,
    rows.length,
  )
}
