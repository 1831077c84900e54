/** The parameter `id` of a post, in the query, the form or the path. */
import { optionalText } from '../../http/params.ts'
import { V11Error } from './_errors.ts'
import { idIn } from './_id.ts'

export const postIdParam = { id: optionalText('Id of the post.') } as const

/** Errors that {@link requirePostId} may throw. */
export const POST_ID_ERRORS = ['pageDoesNotExist', 'parameterMissing:id'] as const

/** Parses a required id of a post. @throws {V11Error} 38 when no id was sent, 34 for a malformed id */
export function requirePostId(text: string | undefined): bigint {
  if (text === undefined) throw new V11Error('parameterMissing', 'id')
  const id = idIn(text)
  if (id === undefined) throw new V11Error('pageDoesNotExist')
  return id
}

/** Maximum ids in one list. */
const MAX_POSTS = 100

/**
 * The ids in a list, in input order, without duplicates and invalid ids.
 * @throws {V11Error} 38 when nothing was sent, 18 for more than 100
 */
export function requirePostIds(list: string | undefined): readonly bigint[] {
  if (list === undefined) throw new V11Error('parameterMissing', 'id')
  const terms = list
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
  if (terms.length > MAX_POSTS) throw new V11Error('tooManyTerms')
  return [...new Set(terms.flatMap((term) => idIn(term) ?? []))]
}
