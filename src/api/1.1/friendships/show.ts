/** GET friendships/show: the relation between two users (spec/relations.md#relationship). */
import type { Caller } from '../../../auth/caller.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { Refusal } from '../../../domain/context.ts'
import { relationOf } from '../../../domain/graph/relations.ts'
import { maySeeConnections } from '../../../domain/graph/visibility.ts'
import { relationshipObject } from '../../../formats/v1.1/relationship.ts'
import type { RelationshipView } from '../../../formats/v1.1/relationship-fields.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { RELATIONSHIP } from '../_schemas/relationship.ts'
import { viewerOf } from '../_target.ts'
import { findShown } from '../_target-user.ts'

export const friendshipsShow = v11Endpoint({
  paths: ['/1.1/friendships/show.json'],
  summary: 'Relation between two users.',
  window: { user: 180, app: 15 },
  params: {
    source_id: optionalId('Id of the source user; default: the caller.'),
    source_screen_name: optionalText('Screen name of the source user; `source_id` takes precedence.'),
    target_id: optionalId('Id of the target user.'),
    target_screen_name: optionalText('Screen name of the target user; `target_id` takes precedence.'),
  },
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound'],
  answers: [{ schema: RELATIONSHIP }],
  async handle({ params, caller, services }) {
    const by = {
      source: params.source_id ?? params.source_screen_name ?? viewerOf(caller).userId,
      target: params.target_id ?? params.target_screen_name,
    }
    if (by.source === null || by.target === undefined) throw new V11Error('queryParametersMissing')
    const [source, target] = await Promise.all([
      findShown(services, by.source),
      findShown(services, by.target),
    ])
    if (source === undefined || target === undefined) {
      throw new Refusal('user-not-found', 'one of the two is no user')
    }
    const [relation, view] = await Promise.all([
      relationOf(services.store, source.id, target.id),
      viewOfPair(services, caller, source, target),
    ])
    return { status: 200, body: JSON.stringify(relationshipObject({ source, target, relation }, view)) }
  },
})

/**
 * Returns which fields the caller may see. The source sees all fields. The lists of followers and followed users of
 * each user show if the two users follow each other. So the fields `following` and `followed_by` are hidden
 * only if the lists of both users are hidden.
 */
async function viewOfPair(
  { store }: Services,
  caller: Caller,
  source: User,
  target: User,
): Promise<RelationshipView> {
  const viewer = viewerOf(caller)
  if (viewer.userId === source.id) return 'source'
  const seen = await Promise.all([
    maySeeConnections(store, viewer, source),
    maySeeConnections(store, viewer, target),
  ])
  return seen.includes(true) ? 'lists' : 'nothing'
}
