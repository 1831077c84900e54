/**
 * Rows of the access matrix for endpoints of the console about compliance streams and webhooks, with their
 * callers.
 */
import type { ConsoleRow } from './console-row.ts'

export const STREAM_ROWS: Readonly<Record<string, ConsoleRow>> = {
  'GET /console/api/compliance/streams': { about: 'caller', status: 200 },
  'GET /console/api/compliance/connections': { about: 'caller', status: 200 },
  'DELETE /console/api/compliance/connections/:connection_id': {
    about: 'caller',
    status: 404,
    path: () => '/compliance/connections/1',
  },
  'GET /console/api/compliance/volume': { about: 'stream', status: 200 },
  'GET /console/api/compliance/events': { about: 'stream', status: 200 },
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
  'GET /console/api/apps/:app_id/environments': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/environments`,
  },
  'POST /console/api/apps/:app_id/environments': {
    about: 'app',
    status: 201,
    path: ({ appId }) => `/apps/${appId}/environments`,
    body: () => ({ label: 'dev' }),
  },
  'DELETE /console/api/apps/:app_id/environments/:label': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/environments/none`,
  },
  'GET /console/api/apps/:app_id/webhooks': {
    about: 'app',
    status: 200,
    path: ({ appId }) => `/apps/${appId}/webhooks`,
  },
  'POST /console/api/apps/:app_id/webhooks': {
    about: 'app',
    status: 400,
    path: ({ appId }) => `/apps/${appId}/webhooks`,
    body: () => ({ url: 'ftp://example.org', environment: '' }),
  },
  'DELETE /console/api/apps/:app_id/webhooks/:webhook_id': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1`,
  },
  'POST /console/api/apps/:app_id/webhooks/:webhook_id/challenge': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/challenge`,
  },
  'POST /console/api/apps/:app_id/webhooks/:webhook_id/test_events': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/test_events`,
  },
  'GET /console/api/apps/:app_id/webhooks/:webhook_id/subscriptions': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/subscriptions`,
  },
  'POST /console/api/apps/:app_id/webhooks/:webhook_id/subscriptions': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/subscriptions`,
  },
  'DELETE /console/api/apps/:app_id/webhooks/:webhook_id/subscriptions/:user_id': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/subscriptions/1`,
  },
  'GET /console/api/apps/:app_id/webhooks/:webhook_id/deliveries': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/deliveries`,
  },
  'GET /console/api/apps/:app_id/webhooks/:webhook_id/deliveries/:delivery_id': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/deliveries/1-0-1`,
  },
  'POST /console/api/apps/:app_id/webhooks/:webhook_id/deliveries/:delivery_id/resend': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/deliveries/1-0-1/resend`,
  },
  'GET /console/api/apps/:app_id/webhooks/:webhook_id/replays': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/replays`,
  },
  'POST /console/api/apps/:app_id/webhooks/:webhook_id/replays': {
    about: 'app',
    status: 404,
    path: ({ appId }) => `/apps/${appId}/webhooks/1/replays`,
    body: () => ({ from_at: 1, to_at: 2 }),
  },
  // This row is the last, because the developer who is not the owner must have no stream in the earlier rows.
  'POST /console/api/compliance/streams': {
    about: 'caller',
    status: 201,
    body: () => ({ publisher: 'twitter', label: 'made' }),
  },
}
