/** POST friendships/update: settings of a follower for a followed user (spec/relations.md#unfollow-and-update). */
import { updateFollowSettings } from '../../../domain/graph/follow-settings.ts'
import { relationOf } from '../../../domain/graph/relations.ts'
import { relationshipObject } from '../../../formats/v1.1/relationship.ts'
import { optionalBoolean } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { RELATIONSHIP } from '../_schemas/relationship.ts'
import { targetParams } from '../_target.ts'
import { requireTarget } from '../_target-user.ts'

export const friendshipsUpdate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/update.json'],
  summary: 'Turns notifications and retweets of a followed user on or off.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: {
    ...targetParams,
    device: optionalBoolean('Send notifications to the follower; unchanged when omitted.'),
    retweets: optionalBoolean('Show retweets to the follower; unchanged when omitted.'),
  },
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'notFollowing'],
  answers: [{ schema: RELATIONSHIP }],
  async handle({ params, caller: { user: source }, services }) {
    const { user: target } = await requireTarget(params, { userId: source.id }, services)
    await updateFollowSettings(services, {
      follower: source.id,
      followee: target.id,
      wantsNotifications: params.device,
      wantsRetweets: params.retweets,
    })
    const relation = await relationOf(services.store, source.id, target.id)
    return { status: 200, body: JSON.stringify(relationshipObject({ source, target, relation }, 'source')) }
  },
})
