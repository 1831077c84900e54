/** Options for personal archives. */
import { type Command, Option } from 'commander'
import type { ArchiveChoices } from '../../transfers/imports/archive-import.ts'

export interface ArchiveFlags extends Record<string, unknown> {
  readonly protected?: boolean
  readonly circleEra?: 'import' | 'skip'
  readonly circleIds?: string
  readonly root?: string
}

export function withArchiveFlags(command: Command): Command {
  return command
    .option('--root <FOLDER>', 'The folder of the archive, if there are several in the input')
    .option('--protected', 'The account was protected; archives record that for the last six months only')
    .addOption(
      new Option(
        '--circle-era <ACTION>',
        'For posts of May 2022 to October 2023, which can be to a Circle without a mark: import them (default), or skip all but reposts',
      ).choices(['import', 'skip']),
    )
    .option(
      '--circle-ids <FILE>',
      'File with the ids of posts to a Circle, one per line; they are not imported',
    )
}

/** Reads the choices from the options. */
export function archiveChoices({
  protected: isProtected,
  circleEra,
  circleIds,
  root,
}: ArchiveFlags): ArchiveChoices {
  return { isProtected: isProtected === true, skipsCircleEra: circleEra === 'skip', circleIds, root }
}
