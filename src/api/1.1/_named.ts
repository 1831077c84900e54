/** Many users named in one request: the lists `user_id` and `screen_name`. */
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { Services } from '../_services.ts'
import { V11Error } from './_errors.ts'
import { idIn } from './_id.ts'

/** Maximum users named in one request, counting ids and screen names together. */
const MAX_USERS = 100

interface Named {
  readonly user_id: string | undefined
  readonly screen_name: string | undefined
}

/**
 * Returns the ids of the named users: first those named by id, then those named by screen name, each in input
 * order. The ids are not checked. An id occurs twice only if the request repeats it in `user_id` and has no
 * screen names.
 * @throws {V11Error} 25 when no user is named, 18 for more than 100
 */
export async function idsNamed({ store }: Services, named: Named): Promise<ParsedIds> {
  const plain = named.screen_name === undefined ? ParsedIds.parse(named.user_id ?? '') : undefined
  if (plain !== undefined && plain.length <= MAX_USERS) return plain
  const ids = termsOf(named.user_id)
  const names = termsOf(named.screen_name)
  if (ids.length + names.length === 0) throw new V11Error('queryParametersMissing')
  if (ids.length + names.length > MAX_USERS) throw new V11Error('tooManyTerms')
  const byName = names.length === 0 ? undefined : await findIdsByScreenName(store, names)
  const found = new Set<bigint>()
  for (const term of ids) {
    const id = idIn(term)
    if (id !== undefined) found.add(id)
  }
  for (const name of names) {
    const id = byName?.get(name.toLowerCase())
    if (id !== undefined) found.add(id)
  }
  return ParsedIds.of([...found])
}

const SPACED = /^\s|\s$/

function termsOf(list: string | undefined): string[] {
  if (list === undefined) return []
  const terms: string[] = []
  for (const piece of list.split(',')) {
    // Most lists have no spaces, so most names need no copy.
    const term = SPACED.test(piece) ? piece.trim() : piece
    if (term !== '') terms.push(term)
  }
  return terms
}
