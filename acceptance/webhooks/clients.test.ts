/** An unmodified webhook library that uses its built-in host name registers, subscribes and receives. */
import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, createApp, createToken } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { CLIENT_ENGINES, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'

for (const engine of CLIENT_ENGINES) {
  test(`unmodified twitter-webhooks registers, subscribes, receives, unsubscribes and removes on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const app = await createApp(place, 'owner', '--permissions', 'read-write-dm')
    await aviary(place, 'user', 'create', 'other')
    const side = async (name: string) => {
      const { id } = await aviary(place, 'user', 'show', name)
      const { access_token, access_token_secret } = await createToken(place, app, name)
      return { id: String(id), token: access_token, secret: access_token_secret }
    }
    const world = {
      key: app.consumer_key,
      secret: app.consumer_secret,
      owner: await side('owner'),
      other: await side('other'),
    }
    const environment = await servePublicly(t, place, '--webhook-allow', '127.0.0.1')
    const script = new URL('./clients/twitter-webhooks.ts', import.meta.url)
    assert.deepEqual(await runClient(script, environment, world), {
      webhook: [true, true],
      twice: 355,
      followed: ['follow', true],
      message: 'hello',
      environments: [['dev', 1]],
      own: [true],
      subscriptions: [true],
      isSubscribed: [true, false],
      triggered: 204,
      afterwards: false,
      left: 0,
      challenges: 2,
      isSigned: true,
      types: ['application/json'],
    })
  })
}
