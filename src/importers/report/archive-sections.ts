/** Renders the sections of personal archives in a report page. */
import { type Html, html } from '../../text/html.ts'
import type { ArchiveReport, ImportedArchive } from '../archive/archive-report.ts'
import type { PictureReport } from '../archive/media/picture-report.ts'
import { repairedParts } from '../repairs.ts'
import { table, whole } from './page-parts.ts'

/** Maximum number of repairs of an archive that the page shows. */
const MAX_ROWS = 20

/**
 * A section for each archive. It has the lists and media of the archive, the data that was not imported, and the
 * notices for the owner.
 */
export function archiveSections(archives: readonly ImportedArchive[]): Html {
  return html`${archives.map(archiveSection)}`
}

function archiveSection({ name, report }: ImportedArchive): Html {
  const { notices, heldBack, notKept, media } = report
  return html`<section><h2>Personal archive ${name}</h2>
${notices.length > 0 && html`<ul class="notices">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`}
${table(['Kind', 'Read', 'Imported', 'Already present', 'Repaired', 'Rejected', 'Held back'], rowsOf(report))}
${members(report)}
${media !== undefined && media.missing > 0 && html`<p class="quiet">${whole(media.missing)} pictures and videos of posts are not in the archive; their addresses stay.</p>`}
${named('Held back', 'Private. Nothing of it is stored.', heldBack)}
${named('Not kept', 'This server has no place for it.', notKept)}
${repairs(report)}</section>`
}

function rowsOf({ kinds, media, pictures, profilePictures }: ArchiveReport) {
  const lists = Object.entries(kinds).map(([kind, list]) => [
    kind.replaceAll('_', ' '),
    ...[list.read, list.imported, list.skipped, repairedParts(list.repairs), list.rejected],
    list.heldBack ?? 0,
  ])
  return [
    ...lists,
    ...pictureRow('pictures and videos of posts', media),
    ...pictureRow('pictures of messages', pictures),
    ...pictureRow('pictures of the profile', profilePictures),
  ]
}

function pictureRow(name: string, report: PictureReport | undefined) {
  if (report === undefined) return []
  const { read, imported, skipped, rejected } = report
  return [[name, read, imported, skipped, 0, rejected, 0]]
}

function members({ members: all }: ArchiveReport): Html {
  if (all.length === 0) return html``
  const names = ['File', 'Read', 'Imported', 'Already present', 'Repaired', 'Rejected', 'Held back']
  const rows = all.map(({ name, read, imported, skipped, repaired, rejected, held_back }) => [
    name,
    ...[read, imported, skipped, repaired, rejected, held_back],
  ])
  return html`<h3>Files of the archive</h3>${table(names, rows)}`
}

function named(title: string, sentence: string, all: Readonly<Record<string, number>>): Html {
  const rows = Object.entries(all).toSorted(([, one], [, other]) => other - one)
  if (rows.length === 0) return html``
  return html`<h3>${title}</h3><p class="quiet">${sentence}</p>${table(['Name', 'Number'], rows)}`
}

function repairs({ kinds, account }: ArchiveReport): Html {
  const all = [account, ...Object.values(kinds)].flatMap((list) => list?.repairs ?? [])
  const rows = all.slice(0, MAX_ROWS).map(({ path, fault, count }) => [path, fault, count] as const)
  if (rows.length === 0) return html``
  const more = all.length - rows.length
  return html`<h3>Repaired values</h3>${table(['Part', 'Fault', 'Number'], rows)}${more > 0 && html`<p class="quiet">And ${whole(more)} more kinds.</p>`}`
}
