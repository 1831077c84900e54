import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'

test('spec/v1-streams-and-lists.md#help: help/languages is a list of codes, English names and states, for users and apps', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)
  const asUser = await app.asUser((await createOneUser(context)).id)
  for (const as of [asUser, app.asApp]) {
    const { status, text } = await ask(`${url}/1.1/help/languages.json`, as)
    assert.equal(status, 200)
    const languages: readonly Record<string, string>[] = JSON.parse(text)
    for (const language of languages) {
      assert.deepEqual(Object.keys(language), ['code', 'name', 'status'])
      assert.equal(language['status'], 'production')
      // Every code is a valid BCP 47 language tag; `msa` is an older code for Malay.
      assert.ok(Intl.getCanonicalLocales(language['code']).length === 1)
    }
    assert.equal(new Set(languages.map(({ code }) => code)).size, languages.length)
    const names = Object.fromEntries(languages.map(({ code, name }) => [code, name]))
    assert.deepEqual(
      [names['en'], names['tr'], names['zh-tw']],
      ['English', 'Turkish', 'Traditional Chinese'],
    )
  }
})
