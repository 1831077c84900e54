/** The head of the page of a user, with the buttons of a member (spec/pages.md#profiles). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { relationOf } from '../../domain/graph/relations.ts'
import { type Html, html } from '../../text/html.ts'
import { isWebAddress } from '../../text/links.ts'
import { userButtons } from './buttons.ts'
import type { Member } from './member.ts'
import { avatar, counted } from './post-card.ts'
import { monthOf } from './times.ts'

/** True if the reader is the user or a follower, and so may see protected posts of the user. */
export async function isApproved(member: Member | undefined, user: FullUser): Promise<boolean> {
  if (member === undefined) return false
  if (member.user.id === user.id) return true
  return (await relationOf(member.services.store, member.user.id, user.id)).following
}

/** The buttons on the page of another user. */
export async function buttonsFor(member: Member | undefined, user: FullUser): Promise<Html | false> {
  if (member === undefined || member.user.id === user.id) return false
  return userButtons(member, user, await relationOf(member.services.store, member.user.id, user.id))
}

/** The name, picture, description and counts of a user. */
export function profileHead(user: FullUser, buttons: Html | false): Html {
  const { profile, screenName } = user
  return html`<section class="card profile" aria-label="Profile">
<div class="who">${avatar(user, '200x200')}<p><strong><bdi>@${screenName}</bdi></strong>${profile.isVerified && html`<br><span class="mark">✓ Verified</span>`}</p></div>
${profile.description !== '' && html`<p class="text" dir="auto">${profile.description}</p>`}
<p class="quiet">${profile.location !== '' && html`${profile.location} · `}${linkOf(user)}Joined ${monthOf(user.createdAt)}</p>
<p>${counted(user.statusesCount, 'post')} · <a href="/${screenName}/following">${new Intl.NumberFormat('en-US').format(user.friendsCount)} following</a> · <a href="/${screenName}/followers">${counted(user.followersCount, 'follower')}</a></p>
${buttons}</section>`
}

/** A user in a list. @param acts the buttons of a member */
export function userCard(user: FullUser, acts: Html | false = false): Html {
  const { name, screenName } = user
  return html`<article class="card post"><div class="who">${avatar(user)}<p><a class="name" href="/${screenName}"><bdi>${name === '' ? `@${screenName}` : name}</bdi></a><br>
<span class="quiet"><bdi>@${screenName}</bdi></span></p></div>
${acts}</article>`
}

function linkOf({ profile: { link } }: FullUser): Html | false {
  if (link === undefined || !isWebAddress(link.expanded_url)) return false
  return html`<a href="${link.expanded_url}" rel="me nofollow noopener noreferrer ugc">${link.expanded_url.replace(/^https?:\/\/|\/$/g, '')}</a> · `
}
