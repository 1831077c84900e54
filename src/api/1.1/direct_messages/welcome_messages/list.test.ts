import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, good, MessageStage } from '../../../../../test/support/messages/stage.ts'
import { type SeenWelcome, WELCOME, welcomed } from '../../../../../test/support/messages/welcome.ts'

interface Page {
  readonly welcome_messages: readonly SeenWelcome[]
  readonly next_cursor?: string
}

test('direct_messages/welcome_messages/list', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const list = (query: string) => stage.ask('GET', `${WELCOME}/list.json${query}`, ada.as)

  await t.test('spec/direct-messages.md#welcome-messages: an empty list', async () => {
    assert.deepEqual(good(await list('')), { welcome_messages: [] })
  })

  await t.test(
    'spec/direct-messages.md#welcome-messages: the messages of the caller, newest first, in pages',
    async () => {
      const made: SeenWelcome[] = []
      for (let index = 0; index < 5; index++) made.unshift(await welcomed(stage, ada, `${index}`))
      await welcomed(stage, bob)
      assert.deepEqual(good<Page>(await list('')).welcome_messages, made)
      const first = good<Page>(await list('?count=3'))
      assert.deepEqual(first.welcome_messages, made.slice(0, 3))
      // The cursor -1 selects the first page.
      assert.deepEqual(good<Page>(await list('?count=3&cursor=-1')), first)
      const second = good<Page>(await list(`?count=3&cursor=${first.next_cursor}`))
      assert.deepEqual([second.welcome_messages, 'next_cursor' in second], [made.slice(3), false])
    },
  )

  await t.test('400/44 a cursor that was never returned', async () => {
    assertRefused(await list('?cursor=x'), '400/44')
  })
})
