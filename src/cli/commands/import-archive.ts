/** The import of a personal archive by a command: its options, and its messages about data that was not imported. */
import { type Command, Option } from 'commander'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import { type Config, usesTls } from '../../config.ts'
import type { Context } from '../../domain/context.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { type ArchiveOptions, importArchive } from '../../importers/archive/archive.ts'
import type { PrivacyOptions } from '../../importers/archive/archive-notices.ts'
import type { ArchiveReport } from '../../importers/archive/archive-report.ts'
import type { PictureReport } from '../../importers/archive/media/picture-report.ts'
import type { ArchiveInput } from '../../importers/archive/same-account.ts'
import { localHostOf, publicUrlOf } from '../../lib/server-address.ts'

export interface ArchiveFlags extends Record<string, unknown> {
  readonly protected?: boolean
  readonly circleEra?: 'import' | 'skip'
  readonly circleIds?: string
  readonly root?: string
  /** Only for commands with this option. */
  readonly dryRun?: boolean
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

/** Imports an archive with the options of the command line. @throws errors of {@link importArchive} */
export async function importArchiveAt(
  context: Context,
  config: Config,
  archive: ArchiveInput,
  flags: ArchiveFlags,
  others: Pick<ArchiveOptions, 'onSize' | 'onBytes' | 'inputFiles'> = {},
): Promise<ArchiveReport> {
  const blobs = openBlobs(config)
  const media = openMedia({
    blobs,
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random: context.random,
  })
  try {
    const { data } = config
    return await importArchive(context, archive, {
      ...privacyOf(flags),
      ...others,
      root: flags.root,
      data,
      media,
      ...originOf(config),
    })
  } finally {
    await blobs.close()
  }
}

/** The origin of pictures; undefined if the port is chosen when the server starts. */
function originOf(config: Config): { readonly origin?: string } {
  const { base_url, host, port, hosts, trusted_proxy } = config
  if (base_url === '' && port === 0) return {}
  const local = { public: `${usesTls(config) ? 'https' : 'http'}://${localHostOf(host)}:${port}` }
  const isProxied = trusted_proxy.length > 0
  return { origin: publicUrlOf({ local, baseUrl: base_url, streamUrl: '', hosts, isProxied }) }
}

function privacyOf({ protected: isProtected, circleEra, circleIds }: ArchiveFlags): PrivacyOptions {
  return { isProtected: isProtected === true, skipsCircleEra: circleEra === 'skip', circleIds }
}

/** The report of a dry run, whose reject files are removed. */
export function withoutRejects(report: ArchiveReport): ArchiveReport {
  const kinds = Object.entries(report.kinds).map(([kind, one]) => [kind, { ...one, rejects: undefined }])
  return { ...report, kinds: Object.fromEntries(kinds) as ArchiveReport['kinds'] }
}

/** Members of the JSON report about data that was not imported. */
export function leftOutMembers({
  pictures,
  media,
  profilePictures,
  heldBack,
  notKept,
  notices,
}: ArchiveReport) {
  return {
    ...(media === undefined ? {} : { media }),
    ...(pictures === undefined ? {} : { pictures }),
    ...(profilePictures === undefined ? {} : { profile_pictures: profilePictures }),
    held_back: heldBack,
    not_kept: notKept,
    notices,
  }
}

export function leftOutLines(report: ArchiveReport): string[] {
  const { pictures, media, profilePictures, heldBack, notKept, notices } = report
  return [
    ...(media === undefined ? [] : pictureLines(media, 'pictures and videos of posts')),
    ...(media === undefined || media.missing === 0
      ? []
      : [`  ${media.missing} are not in the archive; their addresses stay`]),
    ...(pictures === undefined ? [] : pictureLines(pictures, 'pictures of messages')),
    ...(profilePictures === undefined ? [] : pictureLines(profilePictures, 'pictures of the profile')),
    ...countLines('Held back because it is private; nothing of it is stored:', heldBack),
    ...countLines('Not imported because this server has no place for it:', notKept),
    ...notices,
  ]
}

function countLines(title: string, counts: ArchiveReport['heldBack']): string[] {
  const lines = Object.entries(counts).map(([name, count]) => `  ${count} of ${name}`)
  return lines.length === 0 ? [] : [title, ...lines]
}

function pictureLines({ read, imported, skipped, rejected, faults }: PictureReport, noun: string): string[] {
  const unlisted = rejected - faults.length
  return [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} already present, ${rejected} rejected.`,
    ...faults.map((fault) => `  ${fault}`),
    ...(unlisted === 0 ? [] : [`  and ${unlisted} more`]),
  ]
}
