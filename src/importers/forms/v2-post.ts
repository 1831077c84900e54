/** Reads single v2 post objects, including posts that twarc2 flattened (spec/v2-objects.md#post). */
import type { ValueForm } from '../items.ts'
import { isV2Post, v2Bundle } from '../posts/v2-object.ts'

export const V2_POST: ValueForm = {
  name: 'v2 post',
  kind: 'posts',
  matches: isV2Post,
  items: (fields, note) => [{ kind: 'posts', bundle: v2Bundle(fields, note) }],
}
