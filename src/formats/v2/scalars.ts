/** Declares the schemas of values in API v2 objects, for the API document. */
import { type TSchema, Type } from 'typebox'

export const ID = Type.String({ pattern: '^[0-9]{1,19}$' })
export const TIME = Type.String({ format: 'date-time' })
export const COUNT = Type.Integer({ minimum: 0 })
export const TEXT = Type.String()
export const FLAG = Type.Boolean()

export const COUNTRY_CODES = Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }))

/** The schema of a field that an object may lack. */
export function some<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}
