/** The forms of import files, in the order of recognition (spec/file-recognition.md#recognition). */
import type { TableForm, ValueForm } from '../items.ts'
import { V2_PAGE, V2_POST } from './v2-posts.ts'
import { V11_POST } from './v11-post.ts'
import { V11_USER } from './v11-user.ts'

/** The first form that matches a JSON value reads it. */
export const VALUE_FORMS: readonly ValueForm[] = [V2_PAGE, V2_POST, V11_POST, V11_USER]

/** The first form that matches the header and the first row of a table reads its rows. */
export const TABLE_FORMS: readonly TableForm[] = []
