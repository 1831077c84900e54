/** Reads the parameters that select the form of posts: fields, or the formats of Labs v1. */
import type { TSchema } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import type { Day } from '../../formats/fields/day.ts'
import type { ParamSpec } from '../../http/params.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { DIALECTS } from '../_v2/lookups.ts'
import { type Generation, readSelection, selectionParams } from '../_v2/parameters.ts'
import { SCHEMAS } from '../_v2/schemas.ts'
import type { ErrorWords, ValidationErrors } from '../_v2/validation-errors.ts'
import { type V2View, v2View } from '../_v2/view.ts'

/** Makes the view of a request. The parameters have been read before. */
export type ViewOf = (caller: Caller, outer: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>) => V2View

export interface ObjectChoice {
  /** The parameters, in the order in which error messages list them. */
  readonly params: ParamSpec
  /** Schema of the objects of a page. */
  readonly schema: TSchema
  /** The error texts of the API; default: the texts of Labs v2 and API v2. */
  readonly words?: ErrorWords
  /** Reads the parameters, and adds errors to `errors`. @param day the day of the API */
  read(errors: ValidationErrors, day: Day | undefined): ViewOf
}

/** Selects the form of the posts by fields and expansions. */
export function fieldChoice(generation: Generation): ObjectChoice {
  return {
    params: selectionParams('found posts', generation),
    schema: SCHEMAS[generation].searchPage,
    read(errors, day) {
      const selection = readSelection(errors, 'found posts', generation, day)
      return (caller, outer) => v2View(caller, DIALECTS[generation], selection, outer)
    },
  }
}
