import type { components } from '../../api/schema.d.ts'
import { APPS } from '../../text/apps.ts'

export type Permissions = components['schemas']['ConsoleApp']['permissions']

export const PERMISSION_OPTIONS = Object.entries(APPS.levels).map(([value, label]) => ({ value, label }))
