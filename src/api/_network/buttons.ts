/**
 * Buttons at posts and profiles, for signed-in users (members). Each button is a form and needs no script
 * (spec/pages.md#members).
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { UNMARKED } from '../../domain/posts/read/viewer-marks.ts'
import { type Html, html } from '../../text/html.ts'
import { formTokenField } from '../_pages/form-token.ts'
import type { Member } from './member.ts'
import { reportLink } from './reports/report-link.ts'

export const POST_ACTS = ['like', 'unlike', 'repost', 'undo-repost', 'delete'] as const
export type PostAct = (typeof POST_ACTS)[number]

export const USER_ACTS = [
  'follow',
  'unfollow',
  'mute',
  'unmute',
  'block',
  'unblock',
  'accept',
  'deny',
] as const
export type UserAct = (typeof USER_ACTS)[number]

interface Button {
  /** Path to which the form is posted. */
  readonly path: string
  readonly act: string
  readonly id: bigint
  readonly text: string
  /** The text for screen readers, which also names the target of the button. */
  readonly label: string
  readonly className?: string
}

/**
 * Buttons to reply to, like, repost and report a post. A post of the member has a button to delete it in place of
 * the report.
 * @param path the path of the page of the post
 */
export function postButtons(member: Member, { post, author }: PostView, path: string): Html {
  const marks = member.marks.get(post.initialId) ?? UNMARKED
  const by = `the post of @${author.screenName}`
  const at = { path: '/i/actions/post', id: post.id }
  const isOwn = author.id === member.user.id
  return html`<div class="acts"><a class="button" href="${path}#write" aria-label="Reply to ${by}">Reply</a>${
    marks.liked
      ? button(member, { ...at, act: 'unlike', text: 'Unlike', label: `Unlike ${by}`, className: 'on' })
      : button(member, { ...at, act: 'like', text: 'Like', label: `Like ${by}` })
  }${
    marks.reposted !== null
      ? button(member, {
          ...at,
          act: 'undo-repost',
          text: 'Undo repost',
          label: `Undo the repost of ${by}`,
          className: 'on',
        })
      : (!author.isProtected || isOwn) &&
        button(member, { ...at, act: 'repost', text: 'Repost', label: `Repost ${by}` })
  }${
    isOwn
      ? button(member, {
          ...{ ...at, act: 'delete', text: 'Delete', label: 'Delete your post', className: 'danger' },
        })
      : reportLink({ postId: post.id }, `Report ${by}`, member.back)
  }</div>`
}

/** Buttons to follow, message, mute, block and report, on the page of another user. */
export function userButtons(member: Member, user: FullUser, relation: Relation): Html {
  const { following, followingRequested, muting, blocking } = relation
  const to = (act: UserAct, text: string, className?: string) =>
    userButton(member, user, { act, text, className })
  const follow = following
    ? to('unfollow', 'Unfollow')
    : followingRequested
      ? to('unfollow', 'Withdraw request')
      : to('follow', user.isProtected ? 'Ask to follow' : 'Follow', 'main')
  return html`<div class="acts">${!blocking && follow}<a class="button" href="/messages/${user.screenName}" aria-label="Message to @${user.screenName}">Message</a>${
    muting ? to('unmute', 'Unmute') : to('mute', 'Mute')
  }${blocking ? to('unblock', 'Unblock') : to('block', 'Block', 'danger')}${reportLink({ userId: user.id }, `Report @${user.screenName}`, member.back)}</div>`
}

/** A button that acts on a user. */
export function userButton(
  member: Member,
  { id, screenName }: Pick<FullUser, 'id' | 'screenName'>,
  {
    act,
    text,
    className,
  }: { readonly act: UserAct; readonly text: string; readonly className?: string | undefined },
): Html {
  return button(member, {
    ...{ path: '/i/actions/user', id, act, text, label: `${text} @${screenName}` },
    ...(className === undefined ? {} : { className }),
  })
}

function button(member: Member, { path, act, id, text, label, className }: Button): Html {
  return html`<form method="post" action="${path}">${formTokenField(member.services, member.visitor, actOf(act, id))}<input type="hidden" name="id" value="${id}"><input type="hidden" name="back" value="${member.back}"><button${className !== undefined && html` class="${className}"`} name="act" value="${act}" aria-label="${label}">${text}</button></form>`
}

/** The action for which the form token of a button is valid. */
export function actOf(act: string, id: bigint): string {
  return `${act}:${id}`
}
