import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiAnswer } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { signedFetch } from '../../../../test/support/http/signed-request.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type Answered, type Person, RelationStage } from '../../../../test/support/relations/stage.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { issueToken } from '../../../domain/apps/tokens.ts'

const PATH = '/1.1/account/update_profile.json'

/** The query in the encoding of the clients, so that the signature is valid. */
function queryOf(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.join('&')
}

type Update = (fields: Readonly<Record<string, string>>, person: Person) => Promise<Answered>

function updater(stage: RelationStage): Update {
  return (fields, { as }) => stage.done<Answered>(`${PATH}?${queryOf(fields)}`, as)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`account/update_profile on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const update = updater(stage)
    await t.test(
      '200 spec/users.md#update-profile: the user after the change, as every viewer sees it',
      async () => {
        const person = await stage.person({ name: 'Before' })
        const user = await update(
          {
            name: 'After ☃',
            location: 'Here',
            url: 'example.org/home',
            description: '☃ see https://www.example.org/a/long/path/indeed, or http://example.org',
            profile_link_color: '#00ff7f',
          },
          person,
        )
        assert.deepEqual(
          [user['name'], user['location'], user['profile_link_color'], user['default_profile']],
          ['After ☃', 'Here', '00FF7F', false],
        )
        const shown = await stage.got<Answered>(`/1.1/users/lookup.json?user_id=${person.id}`, person.as)
        assert.deepEqual(shown, [user])
      },
    )
    await t.test(
      '200 spec/users.md#update-profile: url and entities have short links, and indices in code points',
      async () => {
        const person = await stage.person()
        const { description, url, entities } = await update(
          { url: 'example.org/home', description: '😀 see https://www.example.org/a/long/path/indeed, or' },
          person,
        )
        assert.match(String(url), /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
        const short = /https:\/\/t\.co\/[A-Za-z0-9]{10}/.exec(String(description))?.[0]
        assert.equal(description, `😀 see ${short}, or`)
        assert.deepEqual(entities, {
          url: {
            urls: [
              {
                url,
                expanded_url: 'http://example.org/home',
                display_url: 'example.org/home',
                indices: [0n, 23n],
              },
            ],
          },
          description: {
            urls: [
              {
                url: short,
                expanded_url: 'https://www.example.org/a/long/path/indeed',
                display_url: 'example.org/a/long/path/in…',
                indices: [6n, 29n],
              },
            ],
          },
        })
      },
    )
    await t.test('200 an empty text clears a field, and omitted fields stay', async () => {
      const person = await stage.person()
      await update({ url: 'example.org', location: 'Here', description: 'This' }, person)
      const user = await update({ url: '', location: '' }, person)
      assert.deepEqual([user['url'], user['location'], user['description']], [null, '', 'This'])
      assert.ok(!('url' in Object(user['entities'])))
    })
    await t.test('200 fields in a signed form; an empty field is cleared', async () => {
      const { app, context } = stage
      const { id } = await stage.person()
      const issued = await issueToken(context, { appId: app.appId, userId: id })
      const signing = {
        consumer: { key: app.consumerKey, secret: app.consumerSecret },
        token: { key: issued.accessToken, secret: issued.accessTokenSecret },
      }
      const post = async (form: Readonly<Record<string, string>>) =>
        (await signedFetch(`${stage.server.url}${PATH}`, { ...signing, form })).json() as Promise<Answered>
      const user = await post({ name: 'Formed & signed', location: 'Here' })
      assert.deepEqual([user['name'], user['location']], ['Formed & signed', 'Here'])
      assert.equal((await post({ location: '' }))['location'], '')
    })
  })
}

test('refusals of account/update_profile', async (t) => {
  const stage = await RelationStage.open(t)
  const person = await stage.person()
  const refused = (fields: Readonly<Record<string, string>>): Promise<ApiAnswer> =>
    stage.post(`${PATH}?${queryOf(fields)}`, person.as)
  for (const [field, longest] of [
    ['name', 50],
    ['url', 100],
    ['location', 30],
    ['description', 160],
  ] as const) {
    await t.test(
      `403/120 spec/users.md#update-profile: ${field} with more than ${longest} characters`,
      async () => {
        assertError(
          await refused({ [field]: 'a.'.repeat(longest) }),
          403,
          120,
          `Account update failed: ${field} is too long (maximum is ${longest} characters).`,
        )
      },
    )
  }
  for (const [fields, why] of [
    [{ name: '' }, "name can't be blank"],
    [{ url: 'ftp://example.org' }, 'url is not valid'],
    [{ profile_link_color: 'blue' }, 'profile_link_color is not valid'],
  ] as const) {
    await t.test(`403/120 ${why}`, async () => {
      assertError(await refused(fields), 403, 120, `Account update failed: ${why}.`)
    })
  }
  await t.test('200 control characters are removed', async () => {
    const user = await updater(stage)({ name: 'a\u0000b\nc', description: 'a\r\nb\u0007' }, person)
    assert.deepEqual([user['name'], user['description']], ['a b c', 'a\nb'])
  })
  await t.test('200 the parameters include_entities and skip_status', async () => {
    const user = await updater(stage)({ include_entities: 'false', skip_status: 'true' }, person)
    assert.ok(!('entities' in user))
  })
  await t.test('403/220 an app has no profile', async () => {
    const { status, text } = await stage.post(`${PATH}?name=a`, stage.app.asApp)
    assert.deepEqual([status, /"code":220/.test(text)], [403, true])
  })
  await t.test('403/261 a read-only token', async () => {
    const { status, text } = await stage.post(`${PATH}?name=a`, await stage.reader(person.id))
    assert.deepEqual([status, /"code":261/.test(text)], [403, true])
  })
})

test('spec/limits.md#v11-limits: 15 requests in 15 minutes, like every unlisted endpoint', async (t) => {
  const stage = await RelationStage.open(t, { limits: 'documented', clock: new TestClock() })
  const { as } = await stage.person()
  const { headers } = await stage.post(`${PATH}?name=a`, as)
  assert.deepEqual([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')], ['15', '14'])
})
