/** Rows of the access matrix for the endpoints of the operator's desk. */
import type { ConsoleRow } from './console-row.ts'

/** An outdated version of the state. With it, the server refuses the request and changes nothing. */
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
  'POST /console/api/operator/users': {
    about: 'operator',
    status: 400,
    body: () => ({ screen_name: 'no name', is_protected: false }),
  },
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
  'POST /console/api/operator/users/:user_id/password_link': {
    about: 'operator',
    status: 409,
    path: ({ ownerId }) => `/operator/users/${ownerId}/password_link`,
    body: () => ({ hours: 24 }),
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
  'POST /console/api/operator/posts/:post_id/edit': {
    about: 'operator',
    status: 404,
    path: () => '/operator/posts/1/edit',
    body: () => ({ text: 'put better', reason: 'a mistake' }),
  },
  'PUT /console/api/operator/posts/:post_id/pin': {
    about: 'operator',
    status: 404,
    path: () => '/operator/posts/1/pin',
    body: () => ({ is_pinned: true }),
  },
  'DELETE /console/api/operator/users/:user_id/locations': {
    about: 'operator',
    status: 404,
    path: () => '/operator/users/1/locations',
    body: () => ({ up_to_id: '1', reason: 'asked by mail' }),
  },
  'GET /console/api/operator/failed_items': { about: 'operator', status: 200 },
  'POST /console/api/operator/failed_items/retry': { about: 'operator', status: 200, body: () => ({}) },
  'POST /console/api/operator/failed_items/forget': {
    about: 'operator',
    status: 200,
    body: () => ({ reader: 'of-the-matrix' }),
  },
  'GET /console/api/operator/reports': { about: 'operator', status: 200 },
  'GET /console/api/operator/reports/:report_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/reports/1',
  },
  'PUT /console/api/operator/reports/:report_id/state': {
    about: 'operator',
    status: 404,
    path: () => '/operator/reports/1/state',
    body: () => ({ state: 'closed', note: 'dealt with' }),
  },
  'GET /console/api/operator/invitations': { about: 'operator', status: 200 },
  'POST /console/api/operator/invitations': { about: 'operator', status: 201, body: () => ({ days: 7 }) },
  'DELETE /console/api/operator/invitations/:invitation_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/invitations/1',
  },
  'GET /console/api/operator/sign_ups': { about: 'operator', status: 200 },
  'POST /console/api/operator/sign_ups/:sign_up_id/decision': {
    about: 'operator',
    status: 404,
    path: () => '/operator/sign_ups/1/decision',
    body: () => ({ decision: 'reject' }),
  },
  'GET /console/api/operator/apps': { about: 'operator', status: 200 },
  'GET /console/api/operator/apps/:app_id': {
    about: 'operator',
    status: 200,
    path: ({ appId }) => `/operator/apps/${appId}`,
  },
  'PUT /console/api/operator/apps/:app_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/apps/1',
    body: () => ({ level: 'standard', reason: 'a study' }),
  },
  'DELETE /console/api/operator/apps/:app_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/apps/1',
    body: () => ({ name: 'x', reason: 'spam' }),
  },
  'PUT /console/api/operator/apps/:app_id/state': {
    about: 'operator',
    status: 409,
    path: ({ appId }) => `/operator/apps/${appId}/state`,
    body: () => ({ action: 'unsuspend', reason: 'a mistake' }),
  },
  'POST /console/api/operator/users/:user_id/apps': {
    about: 'operator',
    status: 404,
    path: () => '/operator/users/1/apps',
    body: () => ({
      ...{ name: 'Bird', permissions: 'read', level: 'standard' },
      ...{ is_standalone: true, reason: 'asked by mail' },
    }),
  },
  'PUT /console/api/operator/apps/:app_id/oauth2': {
    about: 'operator',
    status: 404,
    path: () => '/operator/apps/1/oauth2',
    body: () => ({ client_type: 'public', reason: 'asked by mail' }),
  },
  'POST /console/api/operator/apps/:app_id/environments': {
    about: 'operator',
    status: 404,
    path: () => '/operator/apps/1/environments',
    body: () => ({ label: 'dev' }),
  },
  'GET /console/api/operator/webhooks/:webhook_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/webhooks/1',
  },
  'GET /console/api/operator/webhooks/:webhook_id/deliveries': {
    about: 'operator',
    status: 404,
    path: () => '/operator/webhooks/1/deliveries',
  },
  'GET /console/api/operator/webhooks/:webhook_id/deliveries/:delivery_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/webhooks/1/deliveries/1-0-1',
  },
  'POST /console/api/operator/webhooks/:webhook_id/deliveries/:delivery_id/resend': {
    about: 'operator',
    status: 404,
    path: () => '/operator/webhooks/1/deliveries/1-0-1/resend',
  },
  'POST /console/api/operator/webhooks/:webhook_id/resend': {
    about: 'operator',
    status: 404,
    path: () => '/operator/webhooks/1/resend',
  },
  'GET /console/api/operator/projects': { about: 'operator', status: 200 },
  'POST /console/api/operator/projects': {
    about: 'operator',
    status: 404,
    body: () => ({ name: 'Birds', username: 'unknown' }),
  },
  'POST /console/api/operator/projects/:project_id/apps': {
    about: 'operator',
    status: 404,
    path: () => '/operator/projects/1/apps',
    body: () => ({ app_id: '1' }),
  },
  'POST /console/api/operator/apps/:app_id/credentials': {
    about: 'operator',
    status: 404,
    path: () => '/operator/apps/1/credentials',
    body: () => ({ kind: 'keys', reason: 'leaked' }),
  },
  'GET /console/api/operator/tokens': { about: 'operator', status: 200 },
  'POST /console/api/operator/tokens': {
    about: 'operator',
    status: 404,
    body: () => ({ app_id: '1', username: 'unknown', regenerate: false, reason: 'asked by mail' }),
  },
  'POST /console/api/operator/tokens/revocation': {
    about: 'operator',
    status: 404,
    body: () => ({ token: '1-x', reason: 'leaked' }),
  },
  'GET /console/api/operator/console_users': { about: 'operator', status: 200 },
  'POST /console/api/operator/console_users': {
    about: 'operator',
    status: 400,
    body: () => ({
      ...{ account_name: 'of-the-matrix', email: 'matrix@example.org', password: 'short' },
      ...{ role: 'user', is_operator: false },
    }),
  },
  'POST /console/api/operator/console_users/link': {
    about: 'operator',
    status: 404,
    body: () => ({ email: 'unknown@example.org' }),
  },
  'PUT /console/api/operator/console_users/password': {
    about: 'operator',
    status: 404,
    body: () => ({ email: 'unknown@example.org', password: 'battery staple', remove_passkeys: false }),
  },
  'PUT /console/api/operator/console_users/operator': {
    about: 'operator',
    status: 404,
    body: () => ({ email: 'unknown@example.org', is_operator: true }),
  },
  'GET /console/api/operator/accounts': { about: 'operator', status: 200 },
  'POST /console/api/operator/accounts': {
    about: 'operator',
    status: 400,
    body: () => ({
      ...{ account_name: 'of-the-matrix', email: 'matrix@example.org', password: 'short' },
      ...{ publisher: 'twitter', label: 'prod' },
    }),
  },
  'DELETE /console/api/operator/accounts/:account_name/streams/:publisher/:label': {
    about: 'operator',
    status: 404,
    path: () => '/operator/accounts/unknown/streams/twitter/prod',
  },
  'GET /console/api/operator/connections': { about: 'operator', status: 200 },
  'DELETE /console/api/operator/connections/:connection_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/connections/1',
  },
  'GET /console/api/operator/uploads': { about: 'operator', status: 200 },
  // The request has no header of the upload protocol.
  'POST /console/api/operator/uploads': { about: 'operator', status: 412 },
  'GET /console/api/operator/uploads/:upload_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/uploads/1',
  },
  'PATCH /console/api/operator/uploads/:upload_id': {
    about: 'operator',
    status: 412,
    path: () => '/operator/uploads/1',
  },
  'DELETE /console/api/operator/uploads/:upload_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/uploads/1',
  },
  'GET /console/api/operator/imports': { about: 'operator', status: 200 },
  'POST /console/api/operator/imports': {
    about: 'operator',
    status: 404,
    body: () => ({ uploads: ['1'], kind: 'all', dry_run: true, is_protected: false, followee_first: false }),
  },
  'DELETE /console/api/operator/imports/:import_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/imports/1',
  },
  'POST /console/api/operator/imports/:import_id/cancel': {
    about: 'operator',
    status: 404,
    path: () => '/operator/imports/1/cancel',
  },
  'POST /console/api/operator/imports/:import_id/resume': {
    about: 'operator',
    status: 404,
    path: () => '/operator/imports/1/resume',
  },
  'GET /console/api/operator/imports/:import_id/report': {
    about: 'operator',
    status: 404,
    path: () => '/operator/imports/1/report',
  },
  'GET /console/api/operator/exports': { about: 'operator', status: 200 },
  // The request has no kind.
  'GET /console/api/operator/exports/file': { about: 'operator', status: 400 },
  'GET /console/api/operator/backups': { about: 'operator', status: 200 },
  // No backup is running.
  'POST /console/api/operator/backups/cancel': {
    about: 'operator',
    status: 409,
    body: () => ({ kind: 'backup' }),
  },
  'POST /console/api/operator/backups': { about: 'operator', status: 202, startsThread: true },
  'DELETE /console/api/operator/backups/:name': {
    about: 'operator',
    status: 404,
    path: () => '/operator/backups/a',
  },
  'POST /console/api/operator/backups/verification': { about: 'operator', status: 202, startsThread: true },
  'GET /console/api/operator/versions': { about: 'operator', status: 200 },
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
  'POST /console/api/operator/test_controls/traffic': {
    about: 'operator',
    status: 404,
    body: () => ({ seed: 1, rate: 1, seconds: 10, users: 10, storm: false }),
  },
  'DELETE /console/api/operator/test_controls/traffic': { about: 'operator', status: 404 },
  'POST /console/api/operator/test_controls/reset': { about: 'operator', status: 404 },
  'POST /console/api/operator/test_controls/seed': {
    about: 'operator',
    status: 404,
    body: () => ({ seed: '' }),
  },
  'DELETE /console/api/operator/test_controls/faults': { about: 'operator', status: 404 },
  'GET /console/api/operator/test_controls/grades': { about: 'operator', status: 404 },
  'GET /console/api/operator/test_controls/grades/:grade_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/test_controls/grades/1',
  },
  'DELETE /console/api/operator/test_controls/grades/:grade_id': {
    about: 'operator',
    status: 404,
    path: () => '/operator/test_controls/grades/1',
  },
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
