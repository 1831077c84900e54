/** The operator `list:` in queries (spec/rule-language.md#lists-in-queries). */
import type { Viewer } from '../../domain/context.ts'
import { allMembers } from '../../domain/lists/members.ts'
import { seeLists } from '../../domain/lists/visibility.ts'
import { type Expression, listsIn, withMembers } from '../../filter/ast.ts'
import type { Sent } from '../../http/form.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { Services } from '../_services.ts'
import { ValidationErrors } from '../_v2/validation-errors.ts'

/** Maximum lists of one query, because the index looks up every member. */
const MAX_LISTS = 5

/**
 * Replaces the lists in a query by their current members.
 * @throws {Problem} `invalidRequest` for too many lists, and for lists that the viewer may not see
 */
export async function expandLists(
  { store }: Pick<Services, 'store'>,
  viewer: Viewer,
  expression: Expression,
  sent: Sent,
): Promise<Expression> {
  const names = listsIn(expression)
  if (names.length === 0) return expression
  const errors = new ValidationErrors(sent)
  if (names.length > MAX_LISTS) errors.add('query', `A query can name ${MAX_LISTS} lists at most`)
  errors.throwIfAny()
  const ids = names.map(BigInt).map((id) => (id > LARGEST_ID ? 0n : id))
  const lists = await seeLists(store, viewer, ids)
  const members = new Map<string, ReadonlySet<string>>()
  for (const [index, list] of lists.entries()) {
    const name = names[index] ?? ''
    // Errors have the same text for every reason, so that the text does not reveal that a private list exists.
    if (typeof list === 'string') errors.add('query', `Could not find the list [${name}]`)
    else members.set(name, new Set((await allMembers(store, list.id)).map(String)))
  }
  errors.throwIfAny()
  return withMembers(expression, members)
}
