/** The schema of a page of ids with its cursors, for the API document; `_cursor-page.ts` renders such pages. */
import { Type } from 'typebox'
import { id, idText } from '../../../formats/v1.1/scalars.ts'

/** `next_cursor` and `previous_cursor`, as numbers and as strings. */
export const CURSOR_FIELDS = {
  next_cursor: cursorNumber('The next page; 0 after the last.'),
  next_cursor_str: cursorText('The next page, as text.'),
  previous_cursor: cursorNumber('The page before; 0 before the first.'),
  previous_cursor_str: cursorText('The page before, as text.'),
}

/** A plain list of ids, without cursors. */
export const ID_ARRAY = Type.Union([Type.Array(id('A user.')), Type.Array(idText('A user.'))], {
  description: 'Numbers, or strings with `stringify_ids`.',
})

export const ID_PAGE = Type.Object(
  {
    ids: ID_ARRAY,
    ...CURSOR_FIELDS,
  },
  { title: 'IdPage' },
)

function cursorNumber(description: string) {
  return Type.Integer({ format: 'int64', description })
}

function cursorText(description: string) {
  return Type.String({ pattern: '^-?[0-9]{1,19}$', description })
}
