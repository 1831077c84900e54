/** The choices of an import at the desk: those of `aviary import`, in a form that is stored with the import. */
import type { FallbackEncoding } from '../../files/decode.ts'
import type { FollowListOf } from '../../importers/graph/edge-value.ts'
import type { StoredKind } from '../../importers/items.ts'
import type { ImportPlan } from './run-import.ts'

export interface RunChoices {
  /** The only kind that is imported; null for all. */
  readonly only: StoredKind | null
  readonly isDryRun: boolean
  /** The account of an archive was protected. */
  readonly isProtected: boolean
  /** The columns of follows are exchanged. */
  readonly isReversed: boolean
  /** Rarer choices; none by default. */
  readonly options?: RunOptions
}

/** Choices without which most imports do. Ids are texts, because they are stored as JSON. */
export interface RunOptions {
  /** Encoding of bytes that are not UTF-8. */
  readonly encoding?: FallbackEncoding
  /** Author of posts in tables without an author. */
  readonly author?: string
  /** Ids are made for rows whose ids a spreadsheet has rounded. */
  readonly newIds?: boolean
  /** New posts go to streams and webhooks, so many a second. */
  readonly liveRate?: number
  /** Added to each id of follows. */
  readonly idOffset?: string
  /** The files are lists of the followers or friends of one user. */
  readonly list?: { readonly of: string; readonly kind: FollowListOf['kind'] }
  readonly isNewestFirst?: boolean
  /** Folder of the archive, if there are several in the files. */
  readonly root?: string
  /** Posts of the time of Circles are left out, except reposts. */
  readonly skipsCircleEra?: boolean
  /** Ids of posts to a Circle, one per line; they are not imported. */
  readonly circleIds?: string
}

/** The plan of these choices; ids of posts to a Circle are added in the thread, which has a folder for their file. */
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
    // As the command: the same file with the same choices is the same import.
    identity: {
      ...{ only: kind, encoding, author, newIds, direction: isReversed ? 'followee-first' : undefined },
      ...{ idOffset, of: list?.of, kind: list?.kind, newestFirst: isNewestFirst },
    },
  }
}

/** The options of the command that makes the same choices. @param word quotes a word for a shell */
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
