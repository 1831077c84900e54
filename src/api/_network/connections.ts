/** The pages of the followers of a user, and of the users whom the user follows (spec/pages.md#followers). */
import { type FullUser, findFullUsers } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import { FIRST_CURSOR, type followerIds, type IdPage } from '../../domain/graph/id-page.ts'
import { optionalText } from '../../http/params.ts'
import { type Html, html } from '../../text/html.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import { networkEndpoint } from './family.ts'
import { memberOf } from './member.ts'
import { networkAnswer } from './page.ts'
import { readId } from './posts.ts'
import { shownUser } from './profile.ts'
import { isApproved, userCard } from './profile-head.ts'
import { withheldWords } from './withheld.ts'

/** Users on a page. */
const PAGE_SIZE = 50

interface Connections {
  readonly kind: 'followers' | 'following'
  readonly summary: string
  /** The function of src/domain/graph/id-page.ts that reads the list. */
  readonly page: typeof followerIds
  readonly title: (name: string) => string
  /** Text in place of an empty list. */
  readonly empty: string
}

/** Declares a public list of users, the newest follow first, with 50 on a page. */
export function connectionsPage({ kind, summary, page, title, empty }: Connections): ApiEndpoint {
  return networkEndpoint({
    paths: [`/:screen_name/${kind}`],
    summary,
    params: {
      screen_name: optionalText('The user.'),
      before: optionalText('Only follows older than the follow with this id.'),
    },
    async handle(call) {
      const { services, outer, params } = call
      const { screen_name: screenName = '' } = params
      const member = await memberOf(call, `/${screenName}/${kind}`)
      const request = { services, outer, member }
      const found = await shownUser(request, screenName)
      if ('status' in found) return found
      const { user } = found
      const path = `/${user.screenName}/${kind}`
      const withheld = withheldWords([user])
      if (withheld !== undefined)
        return networkAnswer(200, request, {
          title: `@${user.screenName}`,
          main: html`<p class="card">${withheld}</p>`,
        })
      const name = `${user.name} (@${user.screenName})`
      const isOpen = !user.isProtected || (await isApproved(member, user))
      const cursor = readId(params.before) ?? FIRST_CURSOR
      const list = isOpen
        ? await listOf(services, await page(services.store, { userId: user.id, cursor, count: PAGE_SIZE }), {
            path,
            none: params.before === undefined ? empty : 'There are no older entries.',
          })
        : html`<p class="card">Only approved followers of @${user.screenName} can see this list.</p>`
      return networkAnswer(200, request, {
        title: title(name),
        heading: html`<bdi>${title(user.name)}</bdi>`,
        main: html`<nav class="tabs" aria-label="Users of @${user.screenName}">${tabsOf(user, kind)}</nav>
${list}`,
        described: user.isProtected
          ? undefined
          : { type: 'profile', path, title: title(name), text: user.profile.description },
      })
    },
  })
}

/**
 * The users of a page, with a link to older entries.
 * @param place the path of the page, and the text of an empty page that is the last
 */
async function listOf(
  { store }: Pick<Services, 'store'>,
  { ids, nextCursor }: IdPage,
  { path, none }: { readonly path: string; readonly none: string },
): Promise<Html> {
  const shown = ids === '' ? [] : ids.split(',').map(BigInt)
  const users = await findFullUsers(store, shown)
  const cards = shown.flatMap((id) => {
    const user = users.get(id)
    return user === undefined || isHidden(user) ? [] : [cardOf(user)]
  })
  // The page of a list also lacks hidden users, so an empty page may have older entries after it.
  const words = nextCursor === 0n ? none : 'The users on this page are not shown.'
  return html`${cards.length === 0 ? html`<p class="card quiet">${words}</p>` : cards}
${nextCursor !== 0n && html`<p><a class="button" rel="next" href="${path}?before=${nextCursor}">Older entries</a></p>`}`
}

/** A withheld user is listed by its screen name only. */
function cardOf(user: FullUser): Html {
  const { screenName } = user
  if (withheldWords([user]) === undefined) return userCard(user)
  return html`<article class="card post"><p><a class="name" href="/${screenName}"><bdi>@${screenName}</bdi></a></p></article>`
}

function tabsOf({ screenName }: FullUser, kind: Connections['kind']): readonly Html[] {
  return [
    html`<a href="/${screenName}">Profile</a>`,
    ...TABS.map(
      ([each, name]) =>
        html`<a href="/${screenName}/${each}"${each === kind && html` aria-current="page"`}>${name}</a>`,
    ),
  ]
}

const TABS = [
  ['followers', 'Followers'],
  ['following', 'Following'],
] as const
