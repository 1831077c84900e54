/** Stores what decisions have changed between pairs of users, with few statements for all of them. */
import type { Tx } from '../../db/store.ts'
import { addNewEdges, type Edge, removeEdges } from './edges.ts'
import { addRequests, removeRequests } from './follow-requests.ts'
import { putSettings, removeSettings } from './follow-settings.ts'
import type { PairState } from './pair-state.ts'

/**
 * Stores the pairs as they are now, each given once. What goes is removed first: another edge between the same two may
 * take its place.
 * @returns the positions of edges that were not added, because an import has just done it
 */
export async function storePairStates(tx: Tx, standings: readonly PairState[]): Promise<ReadonlySet<bigint>> {
  const parted = standings.filter(({ edge, stored }) => stored.edge !== null && edge !== stored.edge)
  const joined = standings.filter(({ edge, stored }) => edge !== null && edge !== stored.edge)
  const unasked = standings.filter(
    ({ request, stored }) => stored.request !== null && request !== stored.request,
  )
  const asked = standings.filter(({ request, stored }) => request !== null && request !== stored.request)
  const edges = joined.map(({ follower, followee, edge }) => edgeOf(follower, followee, edge))
  const [, , , added] = await Promise.all([
    removeEdges(
      tx,
      parted.map(({ follower, followee, stored }) => edgeOf(follower, followee, stored.edge)),
    ),
    removeSettings(
      tx,
      parted.filter(({ stored }) => stored.hasSettings),
    ),
    removeRequests(tx, unasked),
    addNewEdges(tx, edges),
    addRequests(
      tx,
      asked.map(({ follower, followee, request }) => ({
        requester: follower,
        target: followee,
        position: request ?? 0n,
      })),
    ),
    putSettings(tx, standings.filter(hasNewSettings).map(settingsOf)),
  ])
  const there = new Set(added.map(({ position }) => position))
  return new Set(edges.map(({ position }) => position).filter((position) => !there.has(position)))
}

function edgeOf(follower: bigint, followee: bigint, position: bigint | null): Edge {
  return { follower, followee, position: position ?? 0n }
}

/** Of an edge that is new, what differs from what is so without a row; of another one, what differs from before. */
function hasNewSettings({ edge, relation, stored }: PairState): boolean {
  if (edge === null) return false
  const before = edge === stored.edge ? stored.relation : { wantsRetweets: true, wantsNotifications: false }
  return (
    relation.wantsRetweets !== before.wantsRetweets ||
    relation.wantsNotifications !== before.wantsNotifications
  )
}

function settingsOf({ follower, followee, relation }: PairState) {
  const { wantsRetweets, wantsNotifications } = relation
  return { follower, followee, wantsRetweets, wantsNotifications }
}
