/** Unmodified client libraries page through the followers of the most followed account of a real graph. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, createApp, createToken } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { longest, readGraph } from '../support/edges.ts'
import { ENGINES, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'
import type { Walks, World } from './clients/world.ts'

const REAL = fileURLToPath(new URL('../../../shared/data/graph/followers.edges.gz', import.meta.url))
const EXTRACT = fileURLToPath(new URL('../../test/fixtures/graph/followers.edges.gz', import.meta.url))

const CLIENTS = ['twitter-api-v2', 'twit', 'twitter']

for (const engine of ENGINES) {
  const [file, name] = existsSync(REAL) ? [REAL, 'the real graph'] : [EXTRACT, 'an extract of the real graph']
  test(`unmodified clients page through followers of ${name} on ${engine}`, async (t) => {
    const { followers } = readGraph(file)
    const [star = ''] = longest(followers, 1)
    const expected = followers.get(star) ?? []
    const place = await newInstallation(t, engine)
    await aviary(place, 'import', 'follows', file)
    const app = await createApp(place, 'acceptance')
    const token = await createToken(place, app, 'acceptance')
    const world: World = {
      key: app.consumer_key,
      secret: app.consumer_secret,
      bearer: app.bearer_token,
      accessToken: token.access_token,
      accessSecret: token.access_token_secret,
      userId: star,
    }
    const environment = await servePublicly(t, place)
    for (const client of CLIENTS) {
      await t.test(
        `${client} pages to the end and back, by user and by app, and gets the ids of the file in their order`,
        async () => {
          const script = new URL(`./clients/${client}.ts`, import.meta.url)
          const walks = (await runClient(script, environment, world)) as unknown as Record<string, Walks>
          for (const by of ['user', 'app']) {
            const { there, back, pages } = walks[by] ?? { there: [], back: [], pages: 0 }
            assert.deepEqual(there, expected, by)
            assert.equal(pages, Math.ceil(expected.length / 5_000))
            assert.deepEqual(back, expected.slice(0, (pages - 1) * 5_000), by)
          }
        },
      )
    }
  })
}
