/** Creates a webhook of another user's app with a delivery, for tests of operators. */
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { raw } from '../tables.ts'
import { waitUntil } from '../wait-until.ts'
import { ConsoleClient } from './console.ts'
import { openWebhookConsole } from './webhook-console.ts'

export async function openDeskWebhook(t: TestContext, engine: Engine = 'sqlite') {
  const opened = await openWebhookConsole(t, { engine })
  const { stage, own, register } = opened
  const { server, mine, receiver } = stage
  const ofOwner = await register()
  await own.post(`${ofOwner}/subscriptions`)
  await createPost(server.context, { authorId: mine.owner.id, text: 'a secret plan' })
  await receiver.until(1)
  const operator = await ConsoleClient.signedIn(server, { isOperator: true, email: 'ann@example.org' })
  const path = `/operator/webhooks/${ofOwner.split('/').at(-1)}`
  const list = async (query = '') => (await operator.get(`${path}/deliveries${query}`)).body.deliveries
  await waitUntil(async () => (await list()).length === 1)
  const [{ id }] = await list()
  return {
    ...{
      stage,
      server,
      receiver,
      operator,
      developer: own,
      path,
      list,
      delivery: `${path}/deliveries/${id}`,
    },
    /** Marks the delivery as dead-lettered, as the server does after four refused attempts. */
    async deadLetter() {
      const change = raw("update webhook_deliveries set outcome = 'parked'")
      await server.context.store.write((tx) => tx.run(change, {}))
    },
    /** Actor and details of each `webhook.resend` in the audit log, newest first. */
    async resent(): Promise<readonly object[]> {
      const { entries } = (await operator.get('/operator/audit?action=webhook.resend')).body
      return entries.map(({ actor, details }: Record<string, unknown>) => ({ actor, details }))
    },
  }
}
