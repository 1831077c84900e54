/** The page of a user: the profile and the posts that the reader may see (spec/pages.md#profiles). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { pictureOf } from '../../domain/accounts/profile.ts'
import { findUser } from '../../domain/accounts/user.ts'
import { FIRST_CURSOR } from '../../domain/graph/id-page.ts'
import { userPostPage } from '../../domain/posts/read/timeline-pages.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import type { Services } from '../_services.ts'
import { errorAnswer, networkAnswer, type PageCall } from './page.ts'
import { ownFile } from './post-media.ts'
import { searchPath } from './post-text.ts'
import { PAGE_SIZE, postList, readId, shownViews } from './posts.ts'
import { buttonsFor, isApproved, profileHead } from './profile-head.ts'
import { withheldWords } from './withheld.ts'

export interface ProfileRequest extends PageCall {
  readonly services: Services
  readonly screenName: string
  /** Selects posts with smaller ids; an invalid value is ignored. */
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
    // A search finds public posts only.
    ...(user.isProtected ? [] : [html`<a href="${searchPath(mediaQuery(user))}">Pictures and videos</a>`]),
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

/** The user, or the page with the reason why the user is not shown. */
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

function mediaQuery({ screenName }: FullUser): string {
  return `from:${screenName} filter:media -filter:retweets`
}

function tab({ screenName }: FullUser, name: string, path: string, isCurrent: boolean): Html {
  return html`<a href="/${screenName}${path}"${isCurrent && html` aria-current="page"`}>${name}</a>`
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
