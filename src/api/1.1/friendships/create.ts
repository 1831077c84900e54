/** POST friendships/create: follows a user, or requests to follow a protected user (spec/relations.md#follow). */
import { Refusal } from '../../../domain/context.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { RateLimited } from '../../../http/endpoint.ts'
import { optionalBoolean } from '../../../http/params.ts'
import { LIMITED_WRITES } from '../../_versions/limits.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { findShown, requireNamedId, targetUserAnswer, targetUserParams } from '../_target-user.ts'

export const friendshipsCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/create.json'],
  summary: 'Follows a user; sends a follow request to a protected user.',
  auth: ['user'],
  writes: true,
  window: {
    ...{ user: 400, app: 0, seconds: 86_400, isChargedByHandler: true },
    further: [{ of: 'app', limit: 1_000, seconds: 86_400, since: LIMITED_WRITES }],
  },
  params: {
    ...targetUserParams,
    follow: optionalBoolean('Send notifications to the follower; false for a new follower.'),
  },
  errors: [
    'queryParametersMissing',
    'parameterInvalid',
    'specifiedUserUnknown',
    'followsOneself',
    'followRequestedAlready',
    'followsTooMany',
    'blockedByTarget',
    'blocksTarget',
  ],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer, charge }) {
    await charge().catch(tooMany)
    const follower = caller.user.id
    const followee = await requireNamedId(params, services).catch(unknownHere)
    const { outcome, before } = await follow(services, {
      follower,
      followee,
      wantsNotifications: params.follow,
      isLimited: services.limits !== 'off',
    }).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.reason === 'follow-requested-already') {
        const asked = await findShown(services, followee)
        throw new V11Error('followRequestedAlready', asked?.screenName ?? '')
      }
      return unknownHere(error)
    })
    // The response has the user as it was before the change, as recorded: `following` may still be false.
    const target = { ...before, viewer: { userId: follower } }
    return targetUserAnswer(services, target, { followingRequested: outcome === 'requested' }, params, outer)
  },
})

/** The daily limit on follows has the same error as the limit on all follows. */
function tooMany(error: unknown): never {
  throw error instanceof RateLimited && error.of === 'caller' ? new V11Error('followsTooMany') : error
}

/** This endpoint has a separate code for an unknown user. */
function unknownHere(error: unknown): never {
  throw error instanceof Refusal && error.reason === 'user-not-found'
    ? new V11Error('specifiedUserUnknown')
    : error
}
