/** Counts the subscriptions of an app, and finds the screen name of the owner of the app. */
import { findUser } from '../../../domain/accounts/user.ts'
import { requireApp } from '../../../domain/apps/app.ts'
import { countSubscriptions } from '../../../domain/webhooks/subscriptions.ts'
import { type Webhook, webhooksOfApp } from '../../../domain/webhooks/webhook.ts'
import type { Services } from '../../_services.ts'

export interface Counted {
  /** Screen name of the owner of the app. */
  readonly accountName: string
  readonly webhooks: readonly Webhook[]
  readonly subscriptions: number
}

/** Counts the subscriptions of the app's webhooks for which `isCounted` returns true. */
export async function countOf(
  { store }: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  isCounted: (webhook: Webhook) => boolean,
): Promise<Counted> {
  const { ownerId } = await requireApp(store, app.id)
  const [owner, all] = await Promise.all([findUser(store, { id: ownerId }), webhooksOfApp(store, app.id)])
  const webhooks = all.filter(isCounted)
  const subscriptions = await countSubscriptions(
    store,
    webhooks.map(({ id }) => id),
  )
  return { accountName: owner?.screenName ?? '', webhooks, subscriptions }
}
