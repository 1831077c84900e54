/**
 * Renders relations between two users (spec/relations.md#relationship). relationship-fields.ts declares their fields.
 */
import type { UserFacts } from '../../domain/accounts/user.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import {
  CONNECTION_FIELDS,
  type Pair,
  RELATIONSHIP_FIELDS,
  type RelationshipView,
} from './relationship-fields.ts'

/** The body of friendships/show. */
export function relationshipObject(pair: Pair, view: RelationshipView): Record<string, unknown> {
  return { relationship: RELATIONSHIP_FIELDS.object({ ...pair, view }) }
}

/** A user with the viewer's connections. @param relation relation of the viewer to the user */
export function connectionsObject(user: UserFacts, relation: Relation): Record<string, unknown> {
  return CONNECTION_FIELDS.object({ user, relation })
}
