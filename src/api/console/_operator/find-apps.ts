/** Finds apps for operators. */
import { findUser } from '../../../domain/accounts/user.ts'
import { findApp } from '../../../domain/apps/app.ts'
import { type ListedApp, listApps, showApp } from '../../../domain/apps/list-apps.ts'
import type { Page, PageRequest } from '../../../lib/pages.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'

const NONE = { items: [], next: null }

/** The app of an id, the apps of an owner (`@` and its name), or the apps with a part of the name; all for no text. */
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
