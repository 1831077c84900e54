/** Renders the relations of the viewer to a user, as `connection_status` of API v2 (spec/v2.md#later-members). */
import { Type } from 'typebox'
import type { Relation } from '../../../domain/graph/relations.ts'

const NAMES = {
  following: 'following',
  followedBy: 'followed_by',
  followingRequested: 'follow_request_sent',
  followingReceived: 'follow_request_received',
  blocking: 'blocking',
  muting: 'muting',
} as const satisfies Partial<Record<keyof Relation, string>>

const ENTRIES = Object.entries(NAMES) as readonly [keyof typeof NAMES, string][]

export const CONNECTIONS = Type.Array(Type.Union(Object.values(NAMES).map((name) => Type.Literal(name))))

/** @param relation relation of the viewer to the user */
export function connectionsIn(relation: Relation): readonly string[] {
  return ENTRIES.flatMap(([key, name]) => (relation[key] ? [name] : []))
}
