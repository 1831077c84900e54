/** Endpoints about webhooks of apps. */
import { addEnvironment, deleteEnvironment, listEnvironments } from '../api/apps/environments.ts'
import { challengeWebhook } from '../api/apps/webhooks/challenge.ts'
import { resendDelivery } from '../api/apps/webhooks/deliveries/resend.ts'
import { listDeliveries, showDelivery } from '../api/apps/webhooks/deliveries.ts'
import { addReplay, listReplays } from '../api/apps/webhooks/replays.ts'
import { addSubscription, deleteSubscription, listSubscriptions } from '../api/apps/webhooks/subscriptions.ts'
import { sendWebhookTest } from '../api/apps/webhooks/test_events.ts'
import { addWebhook, deleteWebhook, listWebhooks } from '../api/apps/webhooks.ts'

export const WEBHOOK_CONSOLE_ENDPOINTS = [
  listEnvironments,
  addEnvironment,
  deleteEnvironment,
  listWebhooks,
  addWebhook,
  deleteWebhook,
  challengeWebhook,
  sendWebhookTest,
  listSubscriptions,
  addSubscription,
  deleteSubscription,
  listDeliveries,
  showDelivery,
  resendDelivery,
  listReplays,
  addReplay,
]
