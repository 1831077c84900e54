/**
 * Rows of the access matrix for endpoints of rules and of the live view, with the callers who may use each
 * endpoint.
 */
import type { ConsoleRow } from './console-row.ts'

export const CONSOLE_RULE_ROWS: Readonly<Record<string, ConsoleRow>> = {
  'GET /console/api/apps/:app_id/rules': { about: 'app', status: 200, path: rulesPath('') },
  'POST /console/api/apps/:app_id/rules': {
    about: 'app',
    status: 201,
    path: rulesPath(''),
    body: () => ({ value: 'bird', is_dry_run: true }),
  },
  'PUT /console/api/apps/:app_id/rules/:rule_id': {
    about: 'app',
    status: 200,
    path: ({ appId, ruleId }) => `/apps/${appId}/rules/${ruleId}`,
    body: () => ({ value: 'bird', is_dry_run: true }),
  },
  'DELETE /console/api/apps/:app_id/rules/:rule_id': {
    about: 'app',
    status: 204,
    path: ({ appId, ruleId }) => `/apps/${appId}/rules/${ruleId}`,
  },
  'GET /console/api/apps/:app_id/rules/operators': {
    about: 'app',
    status: 200,
    path: rulesPath('/operators'),
  },
  'POST /console/api/apps/:app_id/rules/check': ruleTool('check'),
  'POST /console/api/apps/:app_id/rules/backtest': ruleTool('backtest'),
  'POST /console/api/apps/:app_id/rules/compare': {
    ...ruleTool('compare'),
    body: () => ({ from: 'cat', to: 'dog' }),
  },
  'POST /console/api/apps/:app_id/rules/explain': {
    ...ruleTool('explain'),
    body: ({ postId }) => ({ value: 'cat', post: String(postId) }),
  },
  'GET /console/api/apps/:app_id/live': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/live`,
  },
}

function rulesPath(rest: string): NonNullable<ConsoleRow['path']> {
  return ({ appId }) => `/apps/${appId}/rules${rest}`
}

/** A call with a rule that changes nothing. */
function ruleTool(name: string): ConsoleRow {
  return { about: 'app', status: 200, path: rulesPath(`/${name}`), body: () => ({ value: 'cat' }) }
}
