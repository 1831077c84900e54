/** Relationships, for the API document; `formats/v1.1/relationship-fields.ts` declares their fields. */
import { Type } from 'typebox'
import { CONNECTION_FIELDS, RELATIONSHIP_FIELDS } from '../../../formats/v1.1/relationship-fields.ts'

export const RELATIONSHIP = Type.Object(
  { relationship: Type.Object(RELATIONSHIP_FIELDS.schema()) },
  { title: 'Relationship' },
)

export const CONNECTIONS = Type.Array(Type.Object(CONNECTION_FIELDS.schema()), { title: 'Connections' })
