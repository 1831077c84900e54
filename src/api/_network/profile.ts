/** The page of a user: its profile, and its public posts (spec/pages.md#profiles). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { pictureOf } from '../../domain/accounts/profile.ts'
import { findUser } from '../../domain/accounts/user.ts'
import { FIRST_CURSOR } from '../../domain/graph/id-page.ts'
import { relationOf } from '../../domain/graph/relations.ts'
import { userPostPage } from '../../domain/posts/read/timeline-pages.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { isWebAddress } from '../../text/links.ts'
import type { Services } from '../_services.ts'
import { userButtons } from './buttons.ts'
import type { Member } from './member.ts'
import { errorAnswer, networkAnswer, type PageCall } from './page.ts'
import { avatar, counted } from './post-card.ts'
import { ownFile } from './post-media.ts'
import { PAGE_SIZE, postList, readId, shownViews } from './posts.ts'
import { monthOf } from './times.ts'
import { withheldWords } from './withheld.ts'

export interface ProfileRequest extends PageCall {
  readonly services: Services
  readonly screenName: string
  /** Only posts with smaller ids; a wrong value counts as none. */
  readonly before: string | undefined
  readonly withReplies: boolean
}

export async function profileAnswer(request: ProfileRequest): Promise<Answer> {
  const found = await shownUser(request, request.screenName)
  if ('status' in found) return found
  const { user } = found
  const title = `${user.name} (@${user.screenName})`
  const withheld = withheldWords([user])
  if (withheld !== undefined)
    return networkAnswer(200, request, {
      title: `@${user.screenName}`,
      main: html`<p class="card">${withheld}</p>`,
    })
  const tabs = [
    tab(user, 'Posts', '', !request.withReplies),
    tab(user, 'Posts and replies', '/with_replies', request.withReplies),
  ]
  return networkAnswer(200, request, {
    title,
    heading: html`<bdi>${user.name}</bdi>`,
    main: html`${profileHead(user, await buttonsFor(request.member, user))}
${
  user.isProtected && !(await isApproved(request.member, user))
    ? html`<p class="card">These posts are protected. Only approved followers of @${user.screenName} can see them.</p>`
    : html`<nav class="tabs" aria-label="Posts of @${user.screenName}">${tabs}</nav>
${await postsOf(request, user)}`
}`,
    described: user.isProtected
      ? undefined
      : {
          type: 'profile',
          path: `/${user.screenName}`,
          title,
          text: user.profile.description,
          image: ownFile(pictureOf(user.profile) ?? ''),
        },
  })
}

/** The user, or the page that says why it is not shown. */
export async function shownUser(
  call: PageCall & { readonly services: Services },
  screenName: string,
): Promise<{ readonly user: FullUser } | Answer> {
  const { services } = call
  const found = await findUser(services.store, { screenName })
  const [cached] = found === undefined ? [] : await services.users.get([found.id])
  const user = cached?.entity
  if (user === undefined || user.deactivatedAt !== null) return errorAnswer(call, 'unknownAccount')
  if (user.suspendedAt !== null) return errorAnswer(call, 'suspendedAccount')
  return { user }
}

function tab({ screenName }: FullUser, name: string, path: string, isCurrent: boolean): Html {
  return html`<a href="/${screenName}${path}"${isCurrent && html` aria-current="page"`}>${name}</a>`
}

/** Protected posts are shown to their author and its followers. */
async function isApproved(member: Member | undefined, user: FullUser): Promise<boolean> {
  if (member === undefined) return false
  if (member.user.id === user.id) return true
  return (await relationOf(member.services.store, member.user.id, user.id)).following
}

async function buttonsFor(member: Member | undefined, user: FullUser): Promise<Html | false> {
  if (member === undefined || member.user.id === user.id) return false
  return userButtons(member, user, await relationOf(member.services.store, member.user.id, user.id))
}

function profileHead(user: FullUser, buttons: Html | false): Html {
  const { profile, screenName } = user
  return html`<section class="card profile" aria-label="Profile">
<div class="who">${avatar(user, '200x200')}<p><strong><bdi>@${screenName}</bdi></strong>${profile.isVerified && html`<br><span class="mark">✓ Verified</span>`}</p></div>
${profile.description !== '' && html`<p class="text" dir="auto">${profile.description}</p>`}
<p class="quiet">${profile.location !== '' && html`${profile.location} · `}${linkOf(user)}Joined ${monthOf(user.createdAt)}</p>
<p>${[
    counted(user.statusesCount, 'post'),
    `${new Intl.NumberFormat('en-US').format(user.friendsCount)} following`,
    counted(user.followersCount, 'follower'),
  ].join(' · ')}</p>
${buttons}</section>`
}

function linkOf({ profile: { link } }: FullUser): Html | false {
  if (link === undefined || !isWebAddress(link.expanded_url)) return false
  return html`<a href="${link.expanded_url}" rel="me nofollow noopener noreferrer ugc">${link.expanded_url.replace(/^https?:\/\/|\/$/g, '')}</a> · `
}

async function postsOf(
  { services, member, before, withReplies }: ProfileRequest,
  user: FullUser,
): Promise<Html> {
  const { ids, nextCursor } = await userPostPage(services.store, {
    ...{ userId: user.id, cursor: FIRST_CURSOR, count: PAGE_SIZE, untilId: readId(before) },
    excludeReplies: !withReplies,
  })
  const path = `/${user.screenName}${withReplies ? '/with_replies' : ''}`
  const older = nextCursor === 0n ? undefined : `${path}?before=${nextCursor}`
  const empty = before === undefined ? 'No posts yet.' : 'There are no older posts.'
  return postList(await shownViews(services, ids, member), older, empty, member)
}
