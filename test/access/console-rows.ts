/** Endpoints of the console's API, by the callers who may use them. */

/** Objects of the owner. */
export interface ConsoleWorld {
  readonly appId: bigint
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
  'GET /console/api/compliance/streams': { about: 'caller', status: 200 },
  'GET /console/api/compliance/connections': { about: 'caller', status: 200 },
  'DELETE /console/api/compliance/connections/:connection_id': {
    about: 'caller',
    status: 404,
    path: () => '/compliance/connections/1',
  },
  'GET /console/api/compliance/volume': { about: 'stream', status: 200 },
  'POST /console/api/compliance/test_events': {
    about: 'stream',
    status: 201,
    body: () => ({ partition: 1 }),
  },
  'GET /console/api/compliance/checks': { about: 'caller', status: 200 },
  'POST /console/api/compliance/checks': { about: 'caller', status: 400 },
  'GET /console/api/compliance/checks/:check_id': {
    about: 'caller',
    status: 404,
    path: () => '/compliance/checks/unknown',
  },
  'DELETE /console/api/compliance/checks/:check_id': {
    about: 'caller',
    status: 404,
    path: () => '/compliance/checks/unknown',
  },
  'GET /console/api/compliance/checks/:check_id/report': {
    about: 'caller',
    status: 404,
    path: () => '/compliance/checks/unknown/report',
  },
  'DELETE /console/api/compliance/streams/:publisher/:label': {
    about: 'stream',
    status: 204,
    path: () => '/compliance/streams/twitter/prod',
  },
  // Last, because the other account has no stream before.
  'POST /console/api/compliance/streams': {
    about: 'caller',
    status: 201,
    body: () => ({ publisher: 'twitter', label: 'made' }),
  },
}
