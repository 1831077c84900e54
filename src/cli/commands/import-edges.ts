/** Options for follows (spec/data-files.md#follow-files). */
import { type Command, Option } from 'commander'
import type { FollowListOf, GraphOptions } from '../../importers/graph/edge-value.ts'
import { givenIdOf, UsageError } from '../run.ts'

export interface EdgeFlags extends Record<string, unknown> {
  readonly direction?: 'follower-first' | 'followee-first'
  readonly idOffset?: string
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
        'Meaning of the columns of follows; followee-first exchanges them, even with a header',
      ).choices(['follower-first', 'followee-first']),
    )
    .option('--id-offset <N>', 'Number that is added to each id of follows, for graphs with a node 0')
    .option(
      '--of <ID>',
      'The files are lists of users: ids, pages of users, follower.js or following.js of this user',
    )
    .addOption(
      new Option('--kind <NAME>', 'Relation of the users of the list').choices(['followers', 'following']),
    )
    .option('--newest-first', 'The newest follow of a file is the first one')
}

/** @throws {UsageError} */
export function graphOptions({ direction, idOffset, of, kind, newestFirst }: EdgeFlags): GraphOptions {
  if (idOffset !== undefined && !(/^\d+$/.test(idOffset) && idOffset.length <= MAX_OFFSET_DIGITS)) {
    throw new UsageError(`--id-offset takes a whole number from 0, not ${JSON.stringify(idOffset)}`)
  }
  if ((of === undefined) !== (kind === undefined)) throw new UsageError('--of and --kind go together')
  return {
    ...(direction === 'followee-first' ? { isReversed: true } : {}),
    ...(idOffset === undefined ? {} : { idOffset: BigInt(idOffset) }),
    ...(of === undefined || kind === undefined ? {} : { list: { of: givenIdOf(of, '--of'), kind } }),
    ...(newestFirst === true ? { isNewestFirst: true } : {}),
  }
}
