/** The report of an import as one page, without requests and scripts (spec/data-files.md#report). */
import { type Html, html } from '../../text/html.ts'
import type { ImportedArchive } from '../archive/archive-report.ts'
import { archiveSections } from './archive-sections.ts'
import { barChart, binsOf, shareRows } from './charts.ts'
import { counts, notes, section, table, whole } from './page-parts.ts'
import { formCounts, type ReportData } from './report-data.ts'
import { REPORT_STYLE } from './report-style.ts'

/** Maximum languages and repairs in the page; the data of the report contains all. */
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
${summary(data, archives)}
${notes('Not read to the end', data.faults, data.more_faults, 'alert')}
${kinds(data)}
${archiveSections(archives)}
${posts(data, archives.length > 0)}
${files(data, archives)}
${counts('Held back', 'Private. Nothing of it is stored.', data.held_back)}
${counts('Not kept', 'This server has no place for it.', data.not_kept)}
${counts('Other content', 'Notices of recordings, and numbers.', data.counted)}
${repairs(data)}
${notes('Skipped', data.warnings, data.more_warnings, '')}
</main>
</body>
</html>`}\n`
}

function summary(data: ReportData, archives: readonly ImportedArchive[]): Html {
  const lists = archives.flatMap(({ report }) => Object.values(report.kinds))
  const withArchives = (name: 'read' | 'imported' | 'skipped' | 'rejected') =>
    lists.reduce((sum, list) => sum + list[name], data[name])
  const heldBack = [data.held_back, ...archives.map(({ report }) => report.heldBack)]
    .flatMap(Object.values<number>)
    .reduce(
      (sum, count) => sum + count,
      lists.reduce((sum, list) => sum + (list.heldBack ?? 0), 0),
    )
  const repaired = [...lists, ...archives.flatMap(({ report }) => report.account ?? [])]
    .flatMap(({ repairs: some }) => some)
    .reduce((sum, { count }) => sum + count, data.repaired)
  const tiles: readonly (readonly [string, number])[] = [
    ['Read', withArchives('read')],
    ['Imported', withArchives('imported')],
    ['Already present', withArchives('skipped')],
    ['Repaired values', repaired],
    ['Rejected', withArchives('rejected')],
    ['Held back', heldBack],
    ['Notices', data.notices.applied + data.notices.remembered + data.notices.unchanged],
  ]
  return html`<section aria-label="Summary">
<dl class="tiles">${tiles.map(([name, count]) => html`<div><dt>${name}</dt><dd>${whole(count)}</dd></div>`)}</dl>
${data.rejects !== undefined && html`<p>Rejected objects, with reasons: <code>${data.rejects}</code></p>`}
${data.resumed_after > 0 && html`<p>Resumed after ${whole(data.resumed_after)} objects, where an earlier run stopped.</p>`}
</section>`
}

function kinds({ kinds: all }: ReportData): Html {
  const rows = Object.entries(all).filter(([, { imported, skipped }]) => imported + skipped > 0)
  return section(
    'By kind',
    table(
      ['Kind', 'Imported', 'Already present'],
      rows.map(([kind, { imported, skipped }]) => [kind, imported, skipped]),
    ),
    rows.length,
  )
}

/** @param hasArchives true if there are posts of personal archives, which have no statistics */
function posts({ posts: statistics }: ReportData, hasArchives: boolean): Html {
  if (statistics === undefined || statistics.posts === 0) return html``
  const { unit, bins } = binsOf(statistics.days)
  const languages = statistics.languages.slice(0, MAX_ROWS)
  const accounts = statistics.accounts.map(
    ({ id, name, posts: count }) => [name === undefined ? id : `@${name}`, id, count] as const,
  )
  return html`<section><h2>Posts by ${unit}</h2>
<p class="quiet">${whole(statistics.posts)} posts in the files, each time that they occur. Days are in UTC.${hasArchives && ' Posts of personal archives are not in this part.'}</p>
${barChart(bins, `Posts by ${unit}`)}
<details><summary>Numbers</summary>${table([unit, 'Posts'], bins)}</details></section>
<section><h2>Posts by language</h2>
${shareRows(languages, statistics.posts, 'Language')}</section>
<section><h2>Largest accounts</h2>
${statistics.isAccountsCut && html`<p class="quiet">There are more accounts than were counted; numbers are lower bounds.</p>`}
${table(['Account', 'Id', 'Posts'], accounts)}</section>`
}

/** Archives have sections of their own. */
function files({ files: inputs, more_files }: ReportData, archives: readonly ImportedArchive[]): Html {
  const ofArchives = new Set(archives.map(({ name }) => name))
  const all = inputs.filter(({ name, read }) => read > 0 || !ofArchives.has(name))
  const rows = all.map(
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
