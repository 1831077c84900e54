/** Rows of the operator's desk. */
import type { ConsoleRow } from './console-row.ts'

/** The state of another day: nothing is changed. */
const OUTDATED = { reason: 'spam', version: 'older' }

export const OPERATOR_ROWS: Readonly<Record<string, ConsoleRow>> = {
  'GET /console/api/operator/audit': { about: 'operator', status: 200 },
  'GET /console/api/operator/server': { about: 'operator', status: 200 },
  'POST /console/api/operator/audit/:entry_id/undo': {
    about: 'operator',
    status: 404,
    path: () => '/operator/audit/1/undo',
    body: () => ({ reason: 'a mistake' }),
  },
  'GET /console/api/operator/users': { about: 'operator', status: 200 },
  'GET /console/api/operator/users/:user_id': {
    about: 'operator',
    status: 200,
    path: ({ ownerId }) => `/operator/users/${ownerId}`,
  },
  'GET /console/api/operator/users/:user_id/posts': {
    about: 'operator',
    status: 200,
    path: ({ ownerId }) => `/operator/users/${ownerId}/posts`,
  },
  'POST /console/api/operator/users/:user_id/moderation': {
    about: 'operator',
    status: 409,
    path: ({ ownerId }) => `/operator/users/${ownerId}/moderation`,
    body: () => ({ action: 'suspend', ...OUTDATED }),
  },
  'GET /console/api/operator/posts': { about: 'operator', status: 200 },
  'GET /console/api/operator/posts/:post_id': {
    about: 'operator',
    status: 200,
    path: ({ postId }) => `/operator/posts/${postId}`,
  },
  'POST /console/api/operator/posts/:post_id/moderation': {
    about: 'operator',
    status: 409,
    path: ({ postId }) => `/operator/posts/${postId}/moderation`,
    body: () => ({ action: 'drop', ...OUTDATED }),
  },
  // The server of this test runs without test controls.
  'GET /console/api/operator/test_controls': { about: 'operator', status: 404 },
  'PUT /console/api/operator/test_controls/clock': {
    about: 'operator',
    status: 404,
    body: () => ({ step: '1m' }),
  },
  'PUT /console/api/operator/test_controls/faults': {
    about: 'operator',
    status: 404,
    body: () => ({ plan: '' }),
  },
  'DELETE /console/api/operator/test_controls/faults': { about: 'operator', status: 404 },
  'PUT /console/api/operator/test_controls/snapshots/:name': {
    about: 'operator',
    status: 404,
    path: () => '/operator/test_controls/snapshots/a',
  },
  'POST /console/api/operator/test_controls/snapshots/:name/restore': {
    about: 'operator',
    status: 404,
    path: () => '/operator/test_controls/snapshots/a/restore',
  },
  'DELETE /console/api/operator/test_controls/snapshots/:name': {
    about: 'operator',
    status: 404,
    path: () => '/operator/test_controls/snapshots/a',
  },
}
