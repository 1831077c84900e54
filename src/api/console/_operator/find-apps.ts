/** Finds apps for the operator’s desk. */
import { findUser } from '../../../domain/accounts/user.ts'
import { findApp } from '../../../domain/apps/app.ts'
import { type ListedApp, listApps, showApp } from '../../../domain/apps/list-apps.ts'
import type { Page, PageRequest } from '../../../lib/pages.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'

const NONE = { items: [], next: null }

/**
 * Finds apps by a text: the app with that id; the apps of an owner, for `@` and a screen name; otherwise the apps whose
 * names contain the text. An empty text finds all apps.
 */
export async function findDeskApps(
  { store }: Pick<Services, 'store'>,
  text: string,
  page: PageRequest<bigint>,
): Promise<Page<ListedApp, bigint>> {
  const id = idIn(text)
  if (id !== undefined) {
    return (await findApp(store, id)) === undefined ? NONE : { items: [await showApp(store, id)], next: null }
  }
  if (!text.startsWith('@')) return listApps(store, undefined, page, text)
  const owner = await findUser(store, { screenName: text.slice(1) })
  return owner === undefined ? NONE : listApps(store, owner.id, page)
}
