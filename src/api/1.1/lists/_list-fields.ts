/** The parameters of a list that is created or changed. */

import { Type } from 'typebox'
import { optionalText, type Param } from '../../../http/params.ts'
import { type DeclaredV11Error, V11Error } from '../_errors.ts'

const MODES = ['public', 'private'] as const

/** The parameter `mode`: true for a private list; undefined when it was not sent. */
const mode: Param<boolean | undefined> = {
  schema: Type.Optional(
    Type.Union(
      MODES.map((each) => Type.Literal(each)),
      { description: 'A private list is visible only to its owner.' },
    ),
  ),
  parse(text, name) {
    if (text === undefined) return undefined
    const value = MODES.find((each) => each === text.toLowerCase())
    if (value === undefined) throw new V11Error('parameterInvalid', name)
    return value === 'private'
  },
}

export const listFieldParams = {
  name: optionalText('Up to 25 characters.'),
  mode,
  description: optionalText('Up to 100 characters.'),
} as const

/** Errors for field values that only the commands check. */
export const LIST_FIELD_ERRORS = [
  'parameterInvalid:name',
  'parameterInvalid:description',
] as const satisfies readonly DeclaredV11Error[]
