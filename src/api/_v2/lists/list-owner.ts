/** Finds the list whose members, followers or posts a page shows. */
import { seeLists } from '../../../domain/lists/visibility.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { FindOwner } from '../pages/page-owners.ts'
import { unseenListError } from './list-parts.ts'

/** A list that the viewer may see (spec/v2-users-and-lists.md#list-visibility). */
export const listOwner: FindOwner = async ({ store }, { viewer }, value) => {
  const id = BigInt(value)
  const [list = 'not-found'] = id > LARGEST_ID ? [] : await seeLists(store, viewer, [id])
  return typeof list === 'string' ? { error: unseenListError(list, value) } : { id: list.id }
}
