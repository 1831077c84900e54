/** Endpoints of the operator's desk about webhooks of apps, and about failed items. */
import { addDeskEnvironment } from '../../api/operator/apps/environments.ts'
import { forgetDeskFailedItems } from '../../api/operator/failed_items/forget.ts'
import { retryFailedItems } from '../../api/operator/failed_items/retry.ts'
import { listFailedItems } from '../../api/operator/failed_items.ts'
import { resendDeskDelivery } from '../../api/operator/webhooks/deliveries/resend.ts'
import { listDeskDeliveries, showDeskDelivery } from '../../api/operator/webhooks/deliveries.ts'
import { resendDeskDeadLetters } from '../../api/operator/webhooks/resend.ts'
import { showDeskWebhook } from '../../api/operator/webhooks.ts'

export const DESK_WEBHOOK_ENDPOINTS = [
  addDeskEnvironment,
  showDeskWebhook,
  listDeskDeliveries,
  showDeskDelivery,
  resendDeskDelivery,
  resendDeskDeadLetters,
  listFailedItems,
  retryFailedItems,
  forgetDeskFailedItems,
]
