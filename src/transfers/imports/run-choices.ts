/**
 * The options that an operator chooses for an import in the console. They are the options of `aviary import`, in a
 * format that is stored with the import.
 */
import type { FallbackEncoding } from '../../files/decode.ts'
import type { FollowListOf } from '../../importers/graph/edge-value.ts'
import type { StoredKind } from '../../importers/items.ts'
import type { ImportPlan } from './run-import.ts'

export interface RunChoices {
  /** The only kind to import; null for all kinds. */
  readonly only: StoredKind | null
  readonly isDryRun: boolean
  /** True if the account of an archive was protected. */
  readonly isProtected: boolean
  /** True if the columns of follows are swapped. */
  readonly isReversed: boolean
  /** Options that are seldom needed; none by default. */
  readonly options?: RunOptions
}

/** Options that most imports do not need. Ids are texts, because JSON has no bigint. */
export interface RunOptions {
  /** Encoding of texts that are not UTF-8. */
  readonly encoding?: FallbackEncoding
  /** Id of the author of posts in tables without an author column. */
  readonly author?: string
  /** True to make new ids for rows whose ids a spreadsheet has rounded. */
  readonly newIds?: boolean
  /** Set to publish new posts to streams and webhooks: the maximum number of posts per second. */
  readonly liveRate?: number
  /** Number that is added to each id of follows. */
  readonly idOffset?: string
  /** Set if the files are lists of the followers or friends of one user. */
  readonly list?: { readonly of: string; readonly kind: FollowListOf['kind'] }
  readonly isNewestFirst?: boolean
  /** Folder of the archive; required if the files have several archives. */
  readonly root?: string
  /** True to leave out posts from the time when Circles existed, except reposts. */
  readonly skipsCircleEra?: boolean
  /** Ids of posts that were sent to a Circle, one id on each line; these posts are not imported. */
  readonly circleIds?: string
}

/**
 * The plan of an import with these options. The worker thread adds the ids of posts that were sent to a Circle,
 * because it has the folder for the file with these ids.
 */
export function planOf({ only, isDryRun, isProtected, isReversed, options = {} }: RunChoices): ImportPlan {
  const { encoding, author, newIds, liveRate, idOffset, list, isNewestFirst, root, skipsCircleEra } = options
  const kind = only ?? undefined
  return {
    ...{ only: kind, isDryRun, hasStatistics: true, encoding },
    archives: { isProtected, root, ...(skipsCircleEra === undefined ? {} : { skipsCircleEra }) },
    live: liveRate === undefined ? undefined : { rate: liveRate },
    table: {
      ...(author === undefined ? {} : { author: BigInt(author) }),
      ...(newIds === undefined ? {} : { newIds }),
    },
    graph: {
      ...(isReversed ? { isReversed } : {}),
      ...(idOffset === undefined ? {} : { idOffset: BigInt(idOffset) }),
      ...(list === undefined ? {} : { list: { of: BigInt(list.of), kind: list.kind } }),
      ...(isNewestFirst === undefined ? {} : { isNewestFirst }),
    },
    // As for the command, an import of the same file with the same options is the same import.
    identity: {
      ...{ only: kind, encoding, author, newIds, direction: isReversed ? 'followee-first' : undefined },
      ...{ idOffset, of: list?.of, kind: list?.kind, newestFirst: isNewestFirst },
    },
  }
}

/** Converts these options to options of the command `aviary import`. @param word quotes a word for a shell */
export function flagsOf(choices: RunChoices, word: (text: string) => string): readonly string[] {
  const { only, isDryRun, isProtected, isReversed, options = {} } = choices
  const { encoding, author, newIds, liveRate, idOffset, list, isNewestFirst, root } = options
  return [
    ...(isDryRun ? ['--dry-run'] : []),
    ...(isProtected && only === null ? ['--protected'] : []),
    ...(isReversed ? ['--direction', 'followee-first'] : []),
    ...(encoding === undefined ? [] : ['--encoding', encoding]),
    ...(author === undefined ? [] : ['--author', author]),
    ...(newIds === true ? ['--new-ids'] : []),
    ...(liveRate === undefined ? [] : ['--live', '--rate', String(liveRate)]),
    ...(idOffset === undefined ? [] : ['--id-offset', idOffset]),
    ...(list === undefined ? [] : ['--of', list.of, '--kind', list.kind]),
    ...(isNewestFirst === true ? ['--newest-first'] : []),
    ...(root === undefined ? [] : ['--root', word(root)]),
    ...(options.skipsCircleEra === true ? ['--circle-era', 'skip'] : []),
    ...(options.circleIds === undefined ? [] : ['--circle-ids', 'circle-ids.txt']),
  ]
}
