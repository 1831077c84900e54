/** Renders the place object of API v2 (spec/v2-objects.md#place). */
import type { Place } from '../../domain/posts/content.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { PLACE_FIELDS } from './place-fields.ts'

/** @param day day of the API; when undefined, the requested fields of every day are included */
export function placeObject(place: Place, fields: FieldSet, day?: Day): Record<string, unknown> {
  return PLACE_FIELDS.members({ place }, fields, day)
}
