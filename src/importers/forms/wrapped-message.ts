/**
 * Reads messages of a stream connection for several users; each message contains the id of the user it is for
 * (spec/data-files.md#stream-notices).
 */
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { ELEMENT_FORMS } from './element-forms.ts'
import { isFields } from './list-items.ts'
import { DIRECT_MESSAGES } from './messages.ts'
import { STREAM_NOTICE } from './notices.ts'
import { formOf } from './read-value.ts'

export const WRAPPED_MESSAGE: ValueForm = {
  name: 'stream message with its recipient',
  matches: (fields) => 'for_user' in fields && isFields(fields['message']),
  items: ({ message }, note) => {
    const inner = message as Fields
    return formOf([STREAM_NOTICE, DIRECT_MESSAGES, ...ELEMENT_FORMS], inner).items(inner, note)
  },
}
