/** Lists, for the API document; `formats/v1.1/list-fields.ts` declares their fields. */
import { Type } from 'typebox'
import { LIST_FIELDS } from '../../../formats/v1.1/list-fields.ts'
import { CURSOR_FIELDS } from './id-page.ts'
import { AUTHOR_USER } from './user.ts'

export const LIST = Type.Object({ ...LIST_FIELDS.schema(), user: AUTHOR_USER }, { title: 'List' })

export const LIST_ARRAY = Type.Array(LIST)

export const LIST_PAGE = Type.Object({ lists: Type.Array(LIST), ...CURSOR_FIELDS }, { title: 'ListPage' })
