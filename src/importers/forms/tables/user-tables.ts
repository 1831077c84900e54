/** Reads tables of users that twarc-csv and other programs wrote (spec/data-files.md#user-files). */
import type { TableForm, TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { V2_USER } from '../v2-user.ts'
import { cellIn, hasColumn } from './columns.ts'
import { userOfColumns } from './twarc-users.ts'

const IDS = ['id', 'idstr', 'userid']
const NAMES = ['username', 'screenname']

export const USER_TABLE: TableForm = {
  name: 'table of users',
  kind: 'users',
  matches: (columns) =>
    !hasColumn(columns, 'text') &&
    IDS.some((name) => columns.includes(name)) &&
    NAMES.some((name) => columns.includes(name)),
  items: (row, note) => V2_USER.items(userOf(row), note),
}

/** The user of a row. If a separate column has the screen name, `username` is the display name. */
function userOf(row: TableRow): Fields {
  const screenName = cellIn(row, 'screenname')
  const user = userOfColumns(row, '')
  return {
    ...user,
    id: IDS.map((name) => cellIn(row, name)).find((id) => id !== undefined),
    ...(screenName === undefined ? {} : { username: screenName.replace(/^@/, '') }),
    ...(screenName !== undefined && user['name'] === undefined ? { name: cellIn(row, 'username') } : {}),
  }
}
