import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { messageOf } from '../../formats/compliance/events.ts'
import { createConsoleUser } from './console-account.ts'
import { sendTestEvent } from './send-test-event.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `a test event is the deletion of a post that does not exist, in the requested partition, on ${engine}`,
    async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine))
      const { context } = runtime
      const user = {
        accountName: 'acme',
        email: 'a@example.org',
        password: 'battery staple',
        role: 'user',
      } as const
      await createConsoleUser(context, user)
      for (const partition of [1, 5, 8]) {
        const events = await eventsOf(runtime, async () => {
          const sent = await sendTestEvent(context, { accountName: 'acme', partition })
          assert.equal(sent.partition, partition)
        })
        const [event] = events
        assert.ok(event?.kind === 'compliance.tested')
        assert.equal(event.partition, partition)
        const post = `"id":${event.post_id},"id_str":"${event.post_id}"`
        assert.match(messageOf(event) ?? '', new RegExp(`^\\{"delete":\\{"status":\\{${post},`))
      }
      await assert.rejects(sendTestEvent(context, { accountName: 'other', partition: 1 }), {
        reason: 'account-not-found',
      })
    },
  )
}
