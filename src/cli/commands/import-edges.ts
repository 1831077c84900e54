/** Options of imports of follows, and the direction in reports (spec/data-files.md#follow-files). */
import { type Command, Option } from 'commander'
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import { UsageError } from '../run.ts'

export interface EdgeFlags extends Record<string, unknown> {
  readonly direction?: 'follower-first' | 'followee-first'
  readonly idOffset?: string
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
