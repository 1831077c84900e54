/** Two users write to each other with unmodified client libraries that use their built-in host names. */
import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, createApp, createToken } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { CLIENT_ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'
import type { Side, World } from './clients/world.ts'

async function createWorld(place: Installation): Promise<World> {
  const names = ['ada', 'bob'] as const
  const app = await createApp(place, names[0], '--permissions', 'read-write-dm')
  await aviary(place, 'user', 'create', names[1])
  const side = async (name: string): Promise<Side> => {
    const { id } = await aviary(place, 'user', 'show', name)
    const { access_token, access_token_secret } = await createToken(place, app, name)
    return { id: String(id), token: access_token, secret: access_token_secret }
  }
  const [ada, bob] = [await side(names[0]), await side(names[1])]
  return { key: app.consumer_key, secret: app.consumer_secret, ada, bob }
}

for (const engine of CLIENT_ENGINES) {
  test(`unmodified clients use direct messages on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const world = await createWorld(place)
    const environment = await servePublicly(t, place)
    const run = (name: string) =>
      runClient(new URL(`./clients/${name}.ts`, import.meta.url), environment, world)

    await t.test('twitter-api-v2 sends messages, and uses quick replies and welcome messages', async () => {
      assert.deepEqual(await run('twitter-api-v2'), {
        stranger: [403, 150],
        text: 'message 0 😀 &lt;&amp;&gt;',
        sender: world.ada.id,
        options: { type: 'options', options: [{ label: 'One', metadata: 'm1' }, { label: 'Two' }] },
        response: { type: 'options', metadata: 'm1' },
        isWhole: true,
        deleted: [404, 34],
        again: [404, 34],
        otherStillHasIt: true,
        welcomes: ['Welcome back'],
        rules: 1,
        noWelcome: [404, 34],
        legacy: [410, 251],
      })
    })

    await t.test('twit sends, lists, shows and deletes messages', async () => {
      assert.deepEqual(await run('twit'), {
        text: 'from twit, é 😀',
        conversation: [
          [false, 'an answer'],
          [true, 'from twit, é 😀'],
        ],
        shown: true,
        statuses: [204, 204, 204],
        afterwards: [404, 34],
        malformed: [400, 214],
        legacy: [410, 251],
      })
    })
  })
}
