/** Stores changed states of pairs of users. A few statements store all pairs. */
import type { Tx } from '../../db/store.ts'
import { addNewEdges, type Edge, removeEdges } from './edges.ts'
import { addRequests, removeRequests } from './follow-requests.ts'
import { putSettings, removeSettings } from './follow-settings.ts'
import type { PairState } from './pair-state.ts'

/**
 * Stores the states of distinct pairs. Edges (follows) are removed before new edges are added, because a new edge may
 * replace an old edge between the same users. A transaction runs its statements in the order of the calls, so the order
 * inside `Promise.all` matters.
 * @returns the positions of edges that were not added, because an import has added the same edge at the same time
 */
export async function storePairStates(tx: Tx, states: readonly PairState[]): Promise<ReadonlySet<bigint>> {
  const removed = states.filter(({ edge, stored }) => stored.edge !== null && edge !== stored.edge)
  const created = states.filter(({ edge, stored }) => edge !== null && edge !== stored.edge)
  const withdrawn = states.filter(
    ({ request, stored }) => stored.request !== null && request !== stored.request,
  )
  const requested = states.filter(({ request, stored }) => request !== null && request !== stored.request)
  const edges = created.map(({ follower, followee, edge }) => edgeOf(follower, followee, edge))
  const [, , , added] = await Promise.all([
    removeEdges(
      tx,
      removed.map(({ follower, followee, stored }) => edgeOf(follower, followee, stored.edge)),
    ),
    removeSettings(
      tx,
      removed.filter(({ stored }) => stored.hasSettings),
    ),
    removeRequests(tx, withdrawn),
    addNewEdges(tx, edges),
    addRequests(
      tx,
      requested.map(({ follower, followee, request }) => ({
        requester: follower,
        target: followee,
        position: request ?? 0n,
      })),
    ),
    putSettings(tx, states.filter(hasNewSettings).map(settingsOf)),
  ])
  const addedPositions = new Set(added.map(({ position }) => position))
  return new Set(edges.map(({ position }) => position).filter((position) => !addedPositions.has(position)))
}

function edgeOf(follower: bigint, followee: bigint, position: bigint | null): Edge {
  return { follower, followee, position: position ?? 0n }
}

/**
 * True if the settings must be written. The settings of an existing edge are compared with the stored settings. The
 * settings of a new edge are compared with the defaults, which are not stored.
 */
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
