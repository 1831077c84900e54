/** Responses and post objects of API v2 (spec/v2-objects.md#envelope). */
import type { ValueForm } from '../items.ts'
import { isV2Answer, isV2Post, v2Answer, v2Bundle } from '../posts/v2-object.ts'

export const V2_PAGE: ValueForm = {
  name: 'v2 page',
  matches: isV2Answer,
  items: (fields, note) => [{ kind: 'posts', bundle: v2Answer(fields, note) }],
}

export const V2_POST: ValueForm = {
  name: 'v2 post',
  matches: isV2Post,
  items: (fields, note) => [{ kind: 'posts', bundle: v2Bundle(fields, note) }],
}
