/** POST /i/actions/post: the buttons at a post (spec/pages.md#actions). */

import type { Post } from '../../../domain/posts/post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { like, unlike } from '../../../domain/posts/write/like.ts'
import { repost, undoRepost } from '../../../domain/posts/write/repost.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import { actOf, POST_ACTS, type PostAct } from '../../_network/buttons.ts'
import { act, actingMember, FORM_TOKEN_FIELD, safeBack } from '../../_network/member.ts'
import { memberForm } from '../../_network/member-endpoint.ts'
import { MEMBER_SOURCE } from '../../_network/source.ts'
import { PageError } from '../../_pages/_errors.ts'
import { PAGE_HEADERS, redirectAnswer } from '../../_pages/page.ts'
import type { Services } from '../../_services.ts'

interface Aim {
  readonly userId: bigint
  readonly postId: bigint
}

const ACTS: Record<PostAct, (services: Services, aim: Aim) => Promise<unknown>> = {
  like,
  unlike,
  repost: (services, aim) =>
    repost(services, { ...aim, source: MEMBER_SOURCE, isLimited: services.limits !== 'off' }),
  'undo-repost': undoRepost,
  delete: deleteOwn,
}

export const postAction = memberForm({
  paths: ['/i/actions/post'],
  summary: 'Likes, reposts or deletes a post for a member, or undoes a like or a repost.',
  params: {
    id: optionalId('The post.'),
    act: optionalText('`like`, `unlike`, `repost`, `undo-repost` or `delete`.'),
    back: optionalText('Path to return to.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params } = call
    const { id: postId = 0n, act: name = '' } = params
    const { user } = await actingMember(call, actOf(name, postId), params[FORM_TOKEN_FIELD])
    const chosen = POST_ACTS.find((each) => each === name)
    if (chosen === undefined) throw new PageError('badRequest')
    await act(() => ACTS[chosen](services, { userId: user.id, postId }))
    const back = safeBack(params.back)
    // A deleted post has no page any more.
    return redirectAnswer(chosen === 'delete' && back.includes(`/${postId}`) ? '/home' : back, PAGE_HEADERS)
  },
})

async function deleteOwn(services: Services, { userId, postId }: Aim): Promise<Post> {
  return deletePost(services, { postId, userId })
}
