/**
 * Rows of the access matrix for endpoints of the console's API, with the callers who may use each endpoint.
 */

import { CONSOLE_PASSWORD } from '../support/console/console.ts'
import { OPERATOR_ROWS } from './console-operator-rows.ts'
import type { ConsoleRow } from './console-row.ts'
import { CONSOLE_RULE_ROWS } from './console-rule-rows.ts'
import { STREAM_ROWS } from './console-stream-rows.ts'

export const CONSOLE_ROWS: Readonly<Record<string, ConsoleRow>> = {
  ...STREAM_ROWS,
  ...OPERATOR_ROWS,
  'POST /console/api/session': {
    about: 'public',
    status: 401,
    body: () => ({ email: 'unknown@example.org', password: 'wrong password' }),
  },
  'GET /console/api/session': { about: 'caller', status: 200 },
  'GET /console/api/certificate': { about: 'caller', status: 200 },
  'DELETE /console/api/session': { about: 'caller', status: 204 },
  'GET /console/api/projects': { about: 'caller', status: 200 },
  'POST /console/api/projects': {
    about: 'caller',
    status: 201,
    body: () => ({ name: 'A project' }),
  },
  'PUT /console/api/projects/:project_id': {
    about: 'caller',
    status: 404,
    path: () => '/projects/1',
    body: () => ({ name: 'Another' }),
  },
  'DELETE /console/api/projects/:project_id': {
    about: 'caller',
    status: 404,
    path: () => '/projects/1',
  },
  'GET /console/api/apps': { about: 'caller', status: 200 },
  'POST /console/api/apps': {
    about: 'caller',
    status: 201,
    body: () => ({ name: 'An app', permissions: 'read', project_id: null }),
  },
  'GET /console/api/apps/:app_id': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}`,
  },
  'PUT /console/api/apps/:app_id': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}`,
    body: () => ({ description: 'Changed' }),
  },
  'DELETE /console/api/apps/:app_id': {
    about: 'app',
    status: 400,
    path: ({ appId }) => `/apps/${appId}`,
    body: () => ({ name: 'Another name' }),
  },
  'PUT /console/api/apps/:app_id/project': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/project`,
    body: () => ({ project_id: null }),
  },
  'GET /console/api/apps/:app_id/keys': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/keys`,
  },
  'POST /console/api/apps/:app_id/keys': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/keys`,
    body: () => ({ version: 'older' }),
  },
  'POST /console/api/apps/:app_id/bearer': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/bearer`,
    body: () => ({ version: 'older' }),
  },
  'DELETE /console/api/apps/:app_id/bearer': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/bearer`,
    body: () => ({ version: 'older' }),
  },
  'POST /console/api/apps/:app_id/token': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/token`,
    body: () => ({ version: 'older' }),
  },
  'DELETE /console/api/apps/:app_id/token': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/token`,
    body: () => ({ version: 'older' }),
  },
  'POST /console/api/apps/:app_id/oauth2/secret': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/oauth2/secret`,
    body: () => ({ version: 'older' }),
  },
  'PUT /console/api/apps/:app_id/oauth2': {
    about: 'app',
    status: 409,
    path: ({ appId }) => `/apps/${appId}/oauth2`,
    body: () => ({ version: 'older', client_type: 'public' }),
  },
  'GET /console/api/apps/:app_id/users': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/users`,
  },
  'DELETE /console/api/apps/:app_id/users/:user_id': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/users/1`,
  },
  'POST /console/api/session/link': {
    about: 'public',
    status: 404,
    body: () => ({ token: 'x'.repeat(43) }),
  },
  'POST /console/api/session/passkey/options': { about: 'public', status: 200, body: () => ({}) },
  'POST /console/api/session/passkey': {
    about: 'public',
    status: 401,
    body: () => ({
      credential: { id: 'AAAA', response: { clientDataJSON: '', authenticatorData: '', signature: '' } },
    }),
  },
  'GET /console/api/passkeys': { about: 'caller', status: 200 },
  'POST /console/api/passkeys/options': {
    about: 'caller',
    status: 200,
    body: () => ({ current_password: CONSOLE_PASSWORD }),
  },
  'POST /console/api/passkeys': {
    about: 'caller',
    status: 400,
    body: () => ({
      name: 'Any',
      credential: { id: 'AAAA', response: { clientDataJSON: '', attestationObject: '' } },
    }),
  },
  'PUT /console/api/passkeys/:passkey_id': {
    about: 'caller',
    status: 404,
    path: () => '/passkeys/other',
    body: () => ({ name: 'Mine' }),
  },
  'DELETE /console/api/passkeys/:passkey_id': {
    about: 'caller',
    status: 404,
    path: () => '/passkeys/other',
  },
  'GET /console/api/sessions': { about: 'caller', status: 200 },
  'DELETE /console/api/sessions': { about: 'caller', status: 204 },
  'PUT /console/api/account': {
    about: 'caller',
    status: 204,
    body: () => ({ current_password: CONSOLE_PASSWORD, password: 'another horse' }),
  },
  // The callers already have a network user.
  'POST /console/api/user': { about: 'caller', status: 409, body: () => ({ screen_name: 'another' }) },
  'PUT /console/api/user': {
    about: 'caller',
    status: 403,
    body: () => ({ login: 'another', password: 'wrong password' }),
  },
  'POST /console/api/apps/:app_id/try': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/try`,
    body: () => ({ method: 'GET', path: '/2/tweets/1', as: 'bearer', query: [] }),
  },
  ...CONSOLE_RULE_ROWS,
  'GET /console/api/apps/:app_id/usage': { about: 'app', status: 200 },
  'GET /console/api/apps/:app_id/windows': { about: 'app', status: 200 },
  'GET /console/api/apps/:app_id/connections': { about: 'app', status: 200 },
  'GET /console/api/apps/:app_id/requests': { about: 'app', status: 200 },
  'DELETE /console/api/apps/:app_id/requests': { about: 'app', status: 204 },
  'GET /console/api/apps/:app_id/requests/:request_id': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/requests/1`,
  },
  'GET /console/api/apps/:app_id/requests/stream': { about: 'app', status: 200 },
  'POST /console/api/apps/:app_id/requests/recording': { about: 'app', status: 201, body: () => ({}) },
  'DELETE /console/api/apps/:app_id/requests/recording': { about: 'app', status: 204 },
  'GET /console/api/apps/:app_id/requests/har': { about: 'app', status: 200 },
  'GET /console/api/apps/:app_id/signature/failures': { about: 'app', status: 200 },
  'POST /console/api/apps/:app_id/signature/compare': {
    about: 'app',
    status: 404,
    body: () => ({ failure_id: '1', base_string: 'GET&a&b' }),
  },
  'POST /console/api/apps/:app_id/signature/sign': {
    about: 'app',
    status: 200,
    body: () => ({ method: 'GET', url: 'https://api.example.org/', with_token: false }),
  },
}
