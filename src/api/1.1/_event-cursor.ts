/** Cursors of messages: an id in base64 without padding, as recorded (spec/direct-messages.md#list-cursor). */
import { Type } from 'typebox'
import { BadParameter, type Param } from '../../http/params.ts'
import { idIn } from './_id.ts'

/** The cursor of the page that begins with the message `id`. */
export function eventCursor(id: bigint): string {
  return Buffer.from(String(id)).toString('base64url')
}

/**
 * The cursor of the first page (spec/contract.md#cursoring). Clients that use the same paging code for all endpoints
 * begin with this cursor.
 */
const FIRST_PAGE = '-1'

/**
 * The parameter `cursor`, parsed to the id of the first message on the page; undefined for -1 or a missing parameter.
 */
export function eventCursorParam(): Param<bigint | undefined> {
  return {
    schema: Type.Optional(
      Type.String({
        description: 'The `next_cursor` of the previous page; omitted or -1 for the first page.',
      }),
    ),
    parse(text, name) {
      if (text === undefined || text === FIRST_PAGE) return undefined
      const id =
        text.length > MAX_CURSOR_LENGTH ? undefined : idIn(Buffer.from(text, 'base64url').toString('latin1'))
      if (id === undefined || eventCursor(id) !== text) throw new BadParameter(name, text)
      return id
    },
  }
}

/** Length of 19 digits in base64. */
const MAX_CURSOR_LENGTH = 26
