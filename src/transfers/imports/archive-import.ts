/** Imports a personal archive with its media. */
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import { type Config, usesTls } from '../../config.ts'
import type { Context } from '../../domain/context.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { type ArchiveOptions, importArchive } from '../../importers/archive/archive.ts'
import type { PrivacyOptions } from '../../importers/archive/archive-notices.ts'
import type { ArchiveReport } from '../../importers/archive/archive-report.ts'
import type { ArchiveInput } from '../../importers/archive/same-account.ts'
import { localHostOf, publicUrlOf } from '../../lib/server-address.ts'

/** Facts that the owner of an archive states, because the archive does not contain them. */
export interface ArchiveChoices extends PrivacyOptions {
  /** Folder of the archive; required if the input has several archives. */
  readonly root?: string | undefined
}

/**
 * Imports an archive, and stores its media in the media store that the settings name. @throws errors of
 * {@link importArchive}
 */
export async function importArchiveAt(
  context: Context,
  config: Config,
  archive: ArchiveInput,
  { root, ...privacy }: ArchiveChoices,
  others: Pick<ArchiveOptions, 'onSize' | 'onBytes' | 'inputFiles' | 'onPosts' | 'rejects'> = {},
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
      ...privacy,
      ...others,
      root,
      data,
      media,
      ...originOf(config),
    })
  } finally {
    await blobs.close()
  }
}

/** The origin of picture URLs; undefined if the port is chosen only when the server starts. */
function originOf(config: Config): { readonly origin?: string } {
  const { base_url, host, port, hosts, trusted_proxy } = config
  if (base_url === '' && port === 0) return {}
  const local = { public: `${usesTls(config) ? 'https' : 'http'}://${localHostOf(host)}:${port}` }
  const isProxied = trusted_proxy.length > 0
  return { origin: publicUrlOf({ local, baseUrl: base_url, streamUrl: '', hosts, isProxied }) }
}

/** The report of a dry run. The report omits the files of rejected items, because they were removed. */
export function withoutRejects(report: ArchiveReport): ArchiveReport {
  const kinds = Object.entries(report.kinds).map(([kind, one]) => [kind, { ...one, rejects: undefined }])
  return { ...report, kinds: Object.fromEntries(kinds) as ArchiveReport['kinds'] }
}
