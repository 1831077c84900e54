/** GET 2/spaces: one or many Spaces by id (spec/v2.md#spaces-and-trends). */
import { spaceLookup } from '../_v2/spaces.ts'

export const v2Spaces = spaceLookup('/2/spaces', 'Up to 100 Spaces by their ids; none exists.', 'ids')

export const v2Space = spaceLookup('/2/spaces/:id', 'One Space by its id; none exists.', 'id')
