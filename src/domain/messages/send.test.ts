import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsAfter } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import { normaliseText } from '../../text/normalise.ts'
import { block } from '../graph/block.ts'
import { findMessage, listMessages } from './find-messages.ts'
import { setAcceptsAnyone } from './message-settings.ts'
import { type SendInput, sendMessage } from './send.ts'
import { createWelcomeMessage, findWelcomeMessage, listWelcomeMessages } from './welcome-messages.ts'
import { createWelcomeRule, findWelcomeRule } from './welcome-rules.ts'

async function bench(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const runtime = await testRuntime(t, config)
  const { context, store } = runtime
  const people = await createUsers(context, 2)
  const [ada = 0n, bob = 0n] = people.map(({ id }) => id)
  await setAcceptsAnyone(context, { userId: bob, acceptsAnyone: true })
  const send = (draft: SendInput['draft']) =>
    sendMessage(context, { senderId: ada, recipientId: bob, appId: null, draft })
  return { config, runtime, context, store, ada, bob, send }
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `texts with any characters are stored in their normal form (${engine})`,
    async (t) => {
      const { store, context, ada, bob, send } = await bench(t, engine)
      const odd = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('a\u0000b', 'a\ud800b', '\ufffe x', 'e\u0301', '\\u0000"{}', '<&>'),
      )
      await fc.assert(
        fc.asyncProperty(odd, odd, async (text, metadata) => {
          fc.pre(normaliseText(text.toWellFormed()) !== '' && !/[.]/.test(text))
          const option = { label: 'One', metadata: metadata.toWellFormed() }
          const sent = await send({ text, options: [option] })
          assert.equal(sent.content.text, normaliseText(text.toWellFormed()))
          assert.deepEqual(sent.content.quick_reply?.options, [option])
          const { content } = (await findMessage(store, { id: sent.id, userId: bob })) ?? {}
          assert.deepEqual(content, sent.content)
          const welcome = await createWelcomeMessage(context, {
            userId: ada,
            appId: 5n,
            name: text.slice(0, 50),
            draft: { text },
          })
          assert.deepEqual(await findWelcomeMessage(store, { id: welcome.id, userId: ada }), welcome)
        }),
        { numRuns: 15 },
      )
    },
  )

  test(`two concurrent processes store each message once per participant, with its event (${engine})`, async (t) => {
    const { config, runtime, store, ada, bob, send } = await bench(t, engine)
    const other = await testRuntime(t, config)
    const answer = () =>
      sendMessage(other.context, { senderId: bob, recipientId: ada, appId: null, draft: { text: 'there' } })
    // A user who has written to another user can get replies from that user, even if the writer does not accept
    // messages from everyone.
    await send({ text: 'first' })
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? send({ text: 'here' }) : answer())),
    )
    const ids = sent.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))
    for (const userId of [ada, bob]) {
      const { messages } = await listMessages(store, {
        userId,
        from: undefined,
        count: 40,
        now: runtime.context.clock.now(),
      })
      assert.deepEqual(new Set(messages.map(({ id }) => id)), new Set(ids))
      assert.deepEqual(
        messages.map(({ id }) => id),
        ids,
      )
    }
    const events = (await eventsAfter(runtime, 0n)).flatMap((event) =>
      event.kind === 'message.created' ? [event.message_id] : [],
    )
    assert.deepEqual(new Set(events.slice(1)), new Set(ids))
  })

  test(`every message after an acknowledged block is refused (${engine})`, async (t) => {
    const { config, context, store, ada, bob, send } = await bench(t, engine)
    const other = await testRuntime(t, config)
    // The block and the message run at the same time, and either of them can be first.
    await Promise.allSettled([
      send({ text: 'before' }),
      block(other.context, { userId: bob, blockedId: ada }),
    ])
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => send({ text: 'after' })))
    assert.ok(refused.every((each) => each.status === 'rejected' && each.reason.reason === 'cannot-message'))
    const page = { userId: bob, from: undefined, count: 50, now: context.clock.now() }
    assert.ok((await listMessages(store, page)).messages.every(({ content }) => content.text === 'before'))
  })

  test(`two processes that create a rule concurrently create one rule (${engine})`, async (t) => {
    const { config, context, store, ada } = await bench(t, engine)
    const other = await testRuntime(t, config)
    const { id } = await createWelcomeMessage(context, {
      userId: ada,
      appId: 5n,
      name: undefined,
      draft: { text: 'Welcome' },
    })
    const made = await Promise.allSettled(
      [context, other.context, context, other.context].map((each) =>
        createWelcomeRule(each, { userId: ada, welcomeMessageId: id }),
      ),
    )
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await findWelcomeRule(store, ada))?.welcomeMessageId, id)
    assert.equal(
      (await listWelcomeMessages(store, { userId: ada, from: undefined, count: 5 })).messages.length,
      1,
    )
  })
}
