/** The saved search of v1.1 (spec/v1-streams-and-lists.md#other-calls). */
import { Type } from 'typebox'
import { Refusal } from '../../../domain/context.ts'
import type { SavedSearch } from '../../../domain/searches/saved-search.ts'
import { v11Date } from '../../../formats/v1.1/date.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { V11Error } from '../_errors.ts'

export const SAVED_SEARCH = Type.Object(
  {
    created_at: Type.String(),
    id: Type.Integer(),
    id_str: Type.String(),
    name: Type.String({ description: 'The query.' }),
    position: Type.Null(),
    query: Type.String(),
  },
  { title: 'SavedSearch' },
)

export function savedSearchObject({ id, query, createdAt }: SavedSearch): object {
  return {
    created_at: v11Date(createdAt),
    id: jsonNumber(id),
    id_str: String(id),
    name: query,
    position: null,
    query,
  }
}

/**
 * Rethrows a refusal.
 * @throws {V11Error} 34 for a saved search that the user does not have, 172 for too many saved searches
 */
export function savedSearchRefused(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'saved-search-not-found')
    throw new V11Error('pageDoesNotExist')
  if (error instanceof Refusal && error.reason === 'saved-searches-too-many') {
    throw new V11Error('savedSearchesTooMany')
  }
  throw error
}
