/** The page of users and its cursors, for the API document. */
import { Type } from 'typebox'
import { CURSOR_FIELDS } from './id-page.ts'
import { USER } from './user.ts'

export const USER_PAGE = Type.Object({ users: Type.Array(USER), ...CURSOR_FIELDS }, { title: 'UserPage' })
