/** The options of `aviary import archive`, and its sentences about what is left out. */
import { type Command, Option } from 'commander'
import type { ArchiveReport } from '../../importers/archive/archive.ts'
import type { PrivacyOptions } from '../../importers/archive/archive-notices.ts'
import type { PictureReport } from '../../importers/archive/archive-pictures.ts'

export interface ArchiveFlags extends Record<string, unknown> {
  readonly protected?: boolean
  readonly circleEra?: 'import' | 'skip'
  readonly circleIds?: string
}

export function withArchiveFlags(command: Command): Command {
  return command
    .option('--protected', 'The account was protected, which archives tell of the last six months alone')
    .addOption(
      new Option(
        '--circle-era <WHAT>',
        'Posts of May 2022 to October 2023, which may be to a Circle although the archive does not say so: import (usual), or skip all but reposts',
      ).choices(['import', 'skip']),
    )
    .option('--circle-ids <FILE>', 'Ids of posts to a Circle, one a line; they are held back')
}

export function privacyOf({ protected: isProtected, circleEra, circleIds }: ArchiveFlags): PrivacyOptions {
  return { isProtected: isProtected === true, skipsCircleEra: circleEra === 'skip', circleIds }
}

/** The members of the JSON report beside those of each kind. */
export function leftOutMembers({ pictures, heldBack, notKept, notices }: ArchiveReport) {
  return { ...(pictures === undefined ? {} : { pictures }), held_back: heldBack, not_kept: notKept, notices }
}

export function leftOutLines({ pictures, heldBack, notKept, notices }: ArchiveReport): string[] {
  return [
    ...(pictures === undefined ? [] : pictureLines(pictures)),
    ...countLines('Held back, as private; nothing of it is stored:', heldBack),
    ...countLines('Not kept, as there is no place for it here:', notKept),
    ...notices,
  ]
}

function countLines(title: string, counts: ArchiveReport['heldBack']): string[] {
  const lines = Object.entries(counts).map(([name, count]) => `  ${count} of ${name}`)
  return lines.length === 0 ? [] : [title, ...lines]
}

function pictureLines({ read, imported, skipped, rejected, faults }: PictureReport): string[] {
  const untold = rejected - faults.length
  return [
    `Read ${read} pictures of messages: ${imported} imported, ${skipped} there already, ${rejected} rejected.`,
    ...faults.map((fault) => `  ${fault}`),
    ...(untold === 0 ? [] : [`  and ${untold} more`]),
  ]
}
