/**
 * Unmodified client libraries write, reply to, quote, like, repost and delete posts, and page through
 * timelines.
 */
import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import { type AppKeys, aviary, createApp, createToken } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { type ClientEnvironment, servePublicly } from '../support/public-names.ts'
import type { World } from './clients/world.ts'

/** Expected result of every client. */
const EVERYTHING = {
  isTimelineWhole: true,
  firstText: 'Number 1 &amp; "more" &lt;ü 言葉 👩‍👩‍👧&gt;',
  replies: true,
  quotes: true,
  liked: [true, [true], false],
  repost: ['RT @other: The other post', true, true],
  again: 327,
  unreposted: [true, false],
  missing: 144,
  found: [0, 1],
}

const SCRIPTS: Readonly<Record<string, object>> = {
  twit: { everything: EVERYTHING },
  twitter: { everything: EVERYTHING },
  'twitter-api-v2': {
    everything: EVERYTHING,
    paged: 25,
    replies: true,
    quoted: true,
    map: [true, null],
    embeds: 'other',
    extended: true,
    deleted: 2,
  },
}

/** Owner of the app, and author of the post that the other users reply to, quote, like and repost. */
const OWNER = 'other'

type Keys = Pick<World, 'key' | 'secret' | 'accessToken' | 'accessSecret'>

async function keysOf(place: Installation, app: AppKeys, name: string): Promise<Keys & { userId: string }> {
  if (name !== OWNER) await aviary(place, 'user', 'create', name)
  const token = await createToken(place, app, name)
  return {
    key: app.consumer_key,
    secret: app.consumer_secret,
    accessToken: token.access_token,
    accessSecret: token.access_token_secret,
    // A token begins with the id of its user.
    userId: token.access_token.split('-')[0] ?? '',
  }
}

/** Writes the post that the clients reply to, quote, like and repost. @returns its id */
async function otherPost(environment: ClientEnvironment, keys: Keys): Promise<string> {
  const script = new URL('./clients/one-post.ts', import.meta.url)
  const { id } = await runClient(script, environment, { ...keys, status: 'The other post' })
  return String(id)
}

for (const engine of ENGINES) {
  test(`unmodified clients write and read posts on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const app = await createApp(place, OWNER, '--permissions', 'read-write')
    const other = await keysOf(place, app, OWNER)
    const writers = new Map<string, Keys & { userId: string }>()
    for (const client of Object.keys(SCRIPTS)) {
      writers.set(client, await keysOf(place, app, client.replaceAll('-', '_')))
    }
    const environment = await servePublicly(t, place)
    const post = await otherPost(environment, other)
    for (const [client, expected] of Object.entries(SCRIPTS)) {
      await t.test(`${client} gets the expected result of every operation`, async () => {
        const keys = writers.get(client)
        assert.ok(keys !== undefined)
        const world: World = {
          ...keys,
          screenName: client.replaceAll('-', '_'),
          otherPost: post,
          otherName: OWNER,
        }
        const script = new URL(`./clients/${client}.ts`, import.meta.url)
        assert.deepEqual(await runClient(script, environment, world), expected)
      })
    }
  })
}
