/** POST /i/actions/user: the buttons on the page of a user (spec/pages.md#actions). */
import { block, unblock } from '../../../domain/graph/block.ts'
import { follow, unfollow } from '../../../domain/graph/follow.ts'
import { acceptFollowRequest, denyFollowRequest } from '../../../domain/graph/follow-requests.ts'
import { mute, unmute } from '../../../domain/graph/mute.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import { actOf, USER_ACTS, type UserAct } from '../../_network/buttons.ts'
import { act, actingMember, FORM_TOKEN_FIELD, safeBack } from '../../_network/member.ts'
import { memberForm } from '../../_network/member-endpoint.ts'
import { PageError } from '../../_pages/_errors.ts'
import { PAGE_HEADERS, redirectAnswer } from '../../_pages/page.ts'
import type { Services } from '../../_services.ts'

interface Ends {
  readonly userId: bigint
  readonly otherId: bigint
}

const ACTS: Record<UserAct, (services: Services, ends: Ends) => Promise<unknown>> = {
  follow: (services, { userId: follower, otherId: followee }) =>
    follow(services, { follower, followee, isLimited: services.limits !== 'off' }),
  unfollow: (services, { userId: follower, otherId: followee }) => unfollow(services, { follower, followee }),
  mute: (services, { userId, otherId: mutedId }) => mute(services, { userId, mutedId }),
  unmute: (services, { userId, otherId: mutedId }) => unmute(services, { userId, mutedId }),
  block: (services, { userId, otherId: blockedId }) => block(services, { userId, blockedId }),
  unblock: (services, { userId, otherId: blockedId }) => unblock(services, { userId, blockedId }),
  accept: (services, { userId: target, otherId: requester }) =>
    acceptFollowRequest(services, { target, requester }),
  deny: (services, { userId: target, otherId: requester }) =>
    denyFollowRequest(services, { target, requester }),
}

export const userAction = memberForm({
  paths: ['/i/actions/user'],
  summary:
    'Follows, mutes or blocks a user for a member, or undoes that; accepts or denies a follow request.',
  params: {
    id: optionalId('The user.'),
    act: optionalText('`follow`, `unfollow`, `mute`, `unmute`, `block`, `unblock`, `accept` or `deny`.'),
    back: optionalText('Path to return to.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params } = call
    const { id: otherId = 0n, act: name = '' } = params
    const { user } = await actingMember(call, actOf(name, otherId), params[FORM_TOKEN_FIELD])
    const chosen = USER_ACTS.find((each) => each === name)
    if (chosen === undefined) throw new PageError('badRequest')
    await act(() => ACTS[chosen](services, { userId: user.id, otherId }))
    return redirectAnswer(safeBack(params.back), PAGE_HEADERS)
  },
})
