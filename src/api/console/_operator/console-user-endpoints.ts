/** Endpoints of the operator's desk about users of the console. */
import { makeDeskConsoleLink } from '../api/operator/console_users/link.ts'
import { changeDeskOperator } from '../api/operator/console_users/operator.ts'
import { changeDeskConsolePassword } from '../api/operator/console_users/password.ts'
import { addDeskConsoleUser, listDeskConsoleUsers } from '../api/operator/console_users.ts'

export const CONSOLE_USER_ENDPOINTS = [
  listDeskConsoleUsers,
  addDeskConsoleUser,
  makeDeskConsoleLink,
  changeDeskConsolePassword,
  changeDeskOperator,
]
