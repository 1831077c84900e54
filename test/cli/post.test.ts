import assert from 'node:assert/strict'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { openRuntime } from '../../src/runtime.ts'
import { cli, cliJson } from '../support/cli.ts'
import { freshConfig } from '../support/engines.ts'
import { eventsAfter } from '../support/events.ts'
import { slowTest as test } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'

test('the operator shows and moderates posts on the command line', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { context, close } = await openRuntime(config, { manner: 'command' })
  const user = await createOneUser(context)
  const { id } = await createPost(context, { authorId: user.id, text: 'first words', lat: 1, long: 2 })
  await close()
  const post = (action: string, ...words: string[]) =>
    cliJson(t, ['post', action, String(id), ...words, '--data', config.data])

  const shown = await post('show')
  assert.deepEqual([shown['id'], shown['text'], shown['dropped']], [String(id), 'first words', false])
  assert.equal((await post('drop', '--reason', 'spam'))['dropped'], true)
  assert.equal((await post('undrop'))['dropped'], false)
  assert.deepEqual((await post('withhold', '--countries', 'FR,DE'))['withheld_in_countries'], ['DE', 'FR'])
  assert.deepEqual((await post('unwithhold'))['withheld_in_countries'], [])
  const pins = []
  for (const action of ['pin', 'pin', 'unpin', 'unpin']) {
    const { pinned, changed } = await post(action)
    pins.push([pinned, changed])
  }
  assert.deepEqual(pins, [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])
  const edited = await post('edit', '--text', 'second words', '--reason', 'a court')
  assert.deepEqual(edited['versions'], [String(id), edited['id']])

  const after = await openRuntime(config, { manner: 'command' })
  const event = (await eventsAfter(after, 0n)).at(-1)
  await after.close()
  assert.ok(event?.kind === 'post.edited')
  assert.deepEqual([event.reason, event.actor], ['a court', 'operator'])

  const scrub = ['user', 'scrub-geo', user.screenName, '--up-to', String(edited['id']), '--data', config.data]
  assert.equal((await cliJson(t, scrub))['scrubbed'], 2)

  assert.equal((await post('delete', '--reason', 'court'))['deleted'], true)
  const gone = await cli(t, ['post', 'show', String(id), '--data', config.data])
  assert.equal(gone.code, 1)
  const wrong = await cli(t, ['post', 'show', 'abc', '--data', config.data])
  assert.equal(wrong.code, 2)
  const verified = await cliJson(t, ['verify', '--data', config.data])
  assert.deepEqual(verified['faults'] ?? [], [])
})
