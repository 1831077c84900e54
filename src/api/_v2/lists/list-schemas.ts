/** Schemas of bodies about lists, for the API document. */
import { type TSchema, Type } from 'typebox'
import { LIST_LIMITS } from '../../../domain/lists/list.ts'
import { COUNT, ID, some, TEXT } from '../../../formats/v2/scalars.ts'
import { REST, V2_LIST, V2_PARTIAL_ERROR } from '../schemas.ts'
import { ID_PATTERN } from '../validation-errors.ts'

const ERRORS = some(Type.Array(V2_PARTIAL_ERROR))

export const ONE_LIST = Type.Object({ data: some(V2_LIST), ...REST }, { title: 'V2OneList' })

export const LIST_PAGE = Type.Object(
  {
    data: some(Type.Array(V2_LIST)),
    ...REST,
    meta: some(Type.Object({ result_count: COUNT, next_token: some(TEXT), previous_token: some(TEXT) })),
  },
  { title: 'V2ListPage' },
)

/** The schema of a response with the new state. The response has `errors` if the user may not see the list. */
export function listStateAnswer(title: string, member: string, schema: TSchema = Type.Boolean()) {
  return Type.Object({ data: some(Type.Object({ [member]: schema })), errors: ERRORS }, { title })
}

const NAME = Type.String({ minLength: 1, maxLength: LIST_LIMITS.nameLength })
const DESCRIPTION = Type.String({ maxLength: LIST_LIMITS.descriptionLength })
const PRIVATE = Type.Boolean({ description: 'A private list is visible only to its owner.' })

export const NEW_LIST = Type.Object(
  { name: NAME, description: Type.Optional(DESCRIPTION), private: Type.Optional(PRIVATE) },
  { title: 'V2NewList' },
)

export const LIST_CHANGE = Type.Object(
  {
    name: Type.Optional(NAME),
    description: Type.Optional(DESCRIPTION),
    private: Type.Optional(PRIVATE),
  },
  { title: 'V2ListChange', description: 'At least one member.' },
)

export const CREATED_LIST = Type.Object(
  { data: Type.Object({ id: ID, name: TEXT }) },
  { title: 'V2CreatedList' },
)

const OBJECT_ID = Type.String({ pattern: ID_PATTERN.source })

export const NEW_LIST_MEMBER = Type.Object({ user_id: OBJECT_ID }, { title: 'V2NewListMember' })
export const CHOSEN_LIST = Type.Object({ list_id: OBJECT_ID }, { title: 'V2ChosenList' })
