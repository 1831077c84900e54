/**
 * Lists of users that only the member sees: muted users, blocked users, and users who ask to follow the member
 * (spec/pages.md#own-lists).
 */
import { type FullUser, findFullUsers } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import { FIRST_CURSOR, type mutedIds } from '../../domain/graph/id-page.ts'
import { optionalText } from '../../http/params.ts'
import { type Html, html } from '../../text/html.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import { type UserAct, userButton } from './buttons.ts'
import type { Member } from './member.ts'
import { memberPage } from './member-endpoint.ts'
import { networkAnswer } from './page.ts'
import { PAGE_SIZE, readId } from './posts.ts'
import { userCard } from './profile-head.ts'

interface OwnUsers {
  readonly path: `/i/${string}`
  readonly title: string
  readonly summary: string
  /** Text in place of an empty list. */
  readonly empty: string
  /** Text above the list. */
  readonly about: string
  /** The function of src/domain/graph/id-page.ts that reads the list. All such functions have the same type. */
  readonly page: typeof mutedIds
  /** The buttons next to each user. */
  readonly acts: readonly { readonly act: UserAct; readonly text: string; readonly className?: string }[]
}

/** Declares a list of users, with the newest first and 20 on a page. */
export function ownUsersPage({ path, title, summary, empty, about, page, acts }: OwnUsers): ApiEndpoint {
  return memberPage({
    paths: [path],
    summary,
    params: { before: optionalText('Only entries older than the entry with this id.') },
    back: () => path,
    async show({ services, outer, params }, member) {
      const cursor = readId(params.before) ?? FIRST_CURSOR
      const found = await page(services.store, { userId: member.user.id, cursor, count: PAGE_SIZE })
      const ids = found.ids === '' ? [] : found.ids.split(',').map(BigInt)
      const users = await findFullUsers(services.store, ids)
      const cards = ids.flatMap((id) => {
        const user = users.get(id)
        return user === undefined || isHidden(user) ? [] : [ownCard(member, user, acts)]
      })
      const main = html`<p class="quiet">${about}</p>
${cards.length === 0 ? html`<p class="card quiet">${empty}</p>` : cards}
${found.nextCursor !== 0n && html`<p><a class="button" rel="next" href="${path}?before=${found.nextCursor}">Older entries</a></p>`}`
      return networkAnswer(200, { services, outer, member }, { title, main })
    },
  })
}

function ownCard(member: Member, user: FullUser, acts: OwnUsers['acts']): Html {
  return userCard(user, html`<div class="acts">${acts.map((each) => userButton(member, user, each))}</div>`)
}
