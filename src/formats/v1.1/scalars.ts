/** Declares the schemas of values in v1.1 objects, for the API document. */
import { type TSchema, Type } from 'typebox'

/** An id as a number with all digits. Programs that round large numbers can use the field with `_str`. */
export function id(description: string): TSchema {
  return Type.Integer({ format: 'int64', minimum: 0, description })
}

/** An id as text. */
export function idText(description: string): TSchema {
  return Type.String({ pattern: '^[0-9]{1,19}$', description })
}

/** The two fields of an id, `id` and `id_str`. */
export function idTwins<Name extends string>(name: Name, description: string) {
  return { [name]: id(description), [`${name}_str`]: idText(`${description} As text.`) } as Record<
    Name | `${Name}_str`,
    TSchema
  >
}

/** Position of an entity in a text. */
export const INDICES = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 2,
  maxItems: 2,
  description: 'Position in code points: the first code point, and the first code point after the entity.',
})

/** A date, such as `Mon Dec 10 22:03:43 +0000 2018`. */
export function date(description: string): TSchema {
  return Type.String({
    pattern: '^[A-Z][a-z]{2} [A-Z][a-z]{2} [0-9]{2} [0-9:]{8} \\+0000 [0-9]{4}$',
    examples: ['Mon Dec 10 22:03:43 +0000 2018'],
    description,
  })
}

export function count(description: string): TSchema {
  return Type.Integer({ minimum: 0, description })
}

export function nullable(schema: TSchema): TSchema {
  return Type.Union([schema, Type.Null()])
}
