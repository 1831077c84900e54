/** Endpoints of the console's API, by the callers who may use them. */

/** Objects of the owner. */
export interface ConsoleWorld {
  readonly appId: bigint
  /** A rule of the app, in API v2. */
  readonly ruleId: bigint
  /** A public post. */
  readonly postId: bigint
}

export interface ConsoleRow {
  /**
   * `public`: no session is needed. `caller`: each caller gets its own data. `app`, `stream`: an object of the owner,
   * which does not exist for others.
   */
  readonly about: 'public' | 'caller' | 'app' | 'stream'
  /** Status of the answer to the owner, and for `public` and `caller` to others. */
  readonly status: number
  /** Path below `/console/api`, with the ids of the owner's objects; default: the declared path. */
  readonly path?: (world: ConsoleWorld) => string
  /** A good body; default none. */
  readonly body?: (world: ConsoleWorld) => object
}

export const CONSOLE_ROWS: Readonly<Record<string, ConsoleRow>> = {
  'POST /console/api/session': {
    about: 'public',
    status: 401,
    body: () => ({ email: 'unknown@example.org', password: 'wrong password' }),
  },
  'GET /console/api/session': { about: 'caller', status: 200 },
  'DELETE /console/api/session': { about: 'caller', status: 204 },
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
  'POST /console/api/apps/:app_id/try': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/try`,
    body: () => ({ method: 'GET', path: '/2/tweets/1', as: 'bearer', query: [] }),
  },
}

function rulesPath(rest: string): NonNullable<ConsoleRow['path']> {
  return ({ appId }) => `/apps/${appId}/rules${rest}`
}

/** A call with a rule, which changes nothing. */
function ruleTool(name: string): ConsoleRow {
  return { about: 'app', status: 200, path: rulesPath(`/${name}`), body: () => ({ value: 'cat' }) }
}
