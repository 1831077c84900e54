/** Rows of the operator's desk. */
import type { ConsoleRow } from './console-row.ts'

export const OPERATOR_ROWS: Readonly<Record<string, ConsoleRow>> = {
  'GET /console/api/operator/audit': { about: 'operator', status: 200 },
  'GET /console/api/operator/server': { about: 'operator', status: 200 },
}
