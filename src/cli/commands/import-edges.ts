/** Options of imports of follows, and the direction in reports (spec/data-files.md#follow-files). */
import { type Command, Option } from 'commander'
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import type { FollowListOf } from '../../importers/graph/follow-list.ts'
import { idArgument, UsageError } from '../run.ts'

export interface EdgeFlags extends Record<string, unknown> {
  readonly direction?: 'follower-first' | 'followee-first'
  readonly idOffset?: string
}

/** Options of `import follows` only. */
export interface FollowsFlags extends EdgeFlags {
  readonly of?: string
  readonly kind?: FollowListOf['kind']
  readonly newestFirst?: boolean
}

const MAX_OFFSET_DIGITS = 18

export function withEdgeFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--direction <NAME>',
        'Meaning of the columns of follows; followee-first exchanges them, also those of a header',
      ).choices(['follower-first', 'followee-first']),
    )
    .option('--id-offset <N>', 'Number that is added to each id of follows, for graphs with a node 0')
}

export function withListFlags(command: Command): Command {
  return withEdgeFlags(command)
    .option(
      '--of <ID>',
      'The file is a list of users: ids, pages of users, follower.js or following.js of this user',
    )
    .addOption(
      new Option('--kind <NAME>', 'Relation of the users of the list').choices(['followers', 'following']),
    )
    .option('--newest-first', 'The newest follow of the file is the first one')
}

/** @throws {UsageError} */
export function listOptions({ of, kind, newestFirst }: FollowsFlags): {
  readonly list?: FollowListOf
  readonly isNewestFirst?: boolean
} {
  if ((of === undefined) !== (kind === undefined)) throw new UsageError('--of and --kind go together')
  return {
    ...(of === undefined || kind === undefined ? {} : { list: { of: idArgument(of, '--of'), kind } }),
    ...(newestFirst === true ? { isNewestFirst: true } : {}),
  }
}

/** @throws {UsageError} */
export function edgeOptions({ direction, idOffset }: EdgeFlags): {
  readonly isReversed?: boolean
  readonly idOffset?: bigint
} {
  if (idOffset !== undefined && !(/^\d+$/.test(idOffset) && idOffset.length <= MAX_OFFSET_DIGITS)) {
    throw new UsageError(`--id-offset takes a whole number from 0, not ${JSON.stringify(idOffset)}`)
  }
  return {
    ...(direction === 'followee-first' ? { isReversed: true } : {}),
    ...(idOffset === undefined ? {} : { idOffset: BigInt(idOffset) }),
  }
}

/** The first edge in words, so that a wrong direction is seen. */
export function firstEdgeLines(edge: ImportedEdge | undefined): string[] {
  if (edge === undefined) return []
  const { follower, followee } = edge
  return [`The first edge was read as: user ${follower} follows user ${followee}.`]
}

export function firstEdgeMember(edge: ImportedEdge | undefined): Record<string, unknown> {
  if (edge === undefined) return {}
  return { first_edge: { follower: String(edge.follower), followee: String(edge.followee) } }
}
