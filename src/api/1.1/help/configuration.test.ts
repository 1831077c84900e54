import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'

const SMALL = { h: 480, resize: 'fit', w: 340 }

test('help/configuration', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)
  const asUser = await app.asUser((await createOneUser(context)).id)
  const path = `${url}/1.1/help/configuration.json`

  await t.test(
    'spec/v1-streams-and-lists.md#help: the limits in the form of old clients, for users and apps',
    async () => {
      for (const as of [asUser, app.asApp]) {
        const { status, text } = await ask(path, as)
        assert.equal(status, 200)
        const { non_username_paths, photo_sizes, ...limits } = JSON.parse(text)
        assert.deepEqual(limits, {
          characters_reserved_per_media: 24,
          dm_text_character_limit: 10_000,
          max_media_per_upload: 1,
          photo_size_limit: 3_145_728,
          short_url_length: 23,
          short_url_length_https: 23,
        })
        assert.deepEqual(Object.keys(photo_sizes).sort(), ['large', 'medium', 'small', 'thumb'])
        assert.deepEqual(photo_sizes.small, SMALL)
        assert.equal(non_username_paths.length, new Set(non_username_paths).size)
        for (const name of ['about', 'i', 'search', 'who_to_follow'])
          assert.ok(non_username_paths.includes(name))
      }
    },
  )

  await t.test('400 without credentials', async () => {
    assert.equal((await fetch(path)).status, 400)
  })
})

test('spec/limits.md#v11-limits: help/configuration has 15 requests in 15 minutes', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { limits: 'documented' } })
  const app = await createTestApp(context)
  const path = `${url}/1.1/help/configuration.json`
  for (let time = 1; time <= 15; time += 1) assert.equal((await ask(path, app.asApp)).status, 200)
  assert.equal((await ask(path, app.asApp)).status, 429)
})
