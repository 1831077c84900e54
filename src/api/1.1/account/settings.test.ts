import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { ENGINES, shareInSuite } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { signedFetch } from '../../../../test/support/http/signed-request.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { MessageStage } from '../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { RelationStage } from '../../../../test/support/relations/stage.ts'
import { sharedServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { issueToken } from '../../../domain/apps/tokens.ts'

const shared = sharedServer()
const sharedStage = shareInSuite((hooks) => MessageStage.open(hooks))

test('spec/users.md#settings: the settings are the screen name, language, protection and time zone of the user of the token', async () => {
  const { url, context } = await shared()
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const target = `${url}/1.1/account/settings.json`
  const asUser = await app.asUser(user.id)
  const answer = await ask(target, asUser)
  assert.equal(answer.status, 200)
  const settings = JSON.parse(answer.text) as Record<string, unknown>
  assert.equal(settings['screen_name'], user.screenName)
  assert.equal(settings['language'], 'en')
  assert.equal(settings['protected'], false)
  assert.deepEqual(settings['time_zone'], { name: 'UTC', tzinfo_name: 'Etc/UTC', utc_offset: 0 })
  assert.equal(answer.headers.get('x-rate-limit-limit'), '15')
  await changeUserState(context, { userId: user.id, action: 'protect' })
  assert.equal((JSON.parse((await ask(target, asUser)).text) as { protected: boolean }).protected, true)
})

test('403/220 an app without a user has no settings', async () => {
  const { url, context } = await shared()
  const app = await createTestApp(context)
  const answer = await ask(`${url}/1.1/account/settings.json`, app.asApp)
  assert.equal(answer.status, 403)
  assert.match(answer.text, /"code":220/)
})

test('spec/direct-messages.md#recipients: allow_dms_from states who may start a conversation', async () => {
  const stage = await sharedStage()
  const [ada, bob] = [await stage.shyWriter(), await stage.shyWriter()]
  const path = '/1.1/account/settings.json'
  const set = async (from: string) => {
    const { text } = await stage.ask('POST', `${path}?allow_dms_from=${from}`, bob.as)
    return (JSON.parse(text) as { allow_dms_from: string }).allow_dms_from
  }
  assert.equal((await stage.send(ada, bob, 'hi')).status, 403)
  assert.equal(await set('all'), 'all')
  assert.match((await stage.ask('GET', path, bob.as)).text, /"allow_dms_from":"all"/)
  assert.equal((await stage.send(ada, bob, 'hi')).status, 200)
  assert.equal(await set('following'), 'following')
  assert.equal((await stage.send(ada, bob, 'hi')).status, 403)
  assert.match((await stage.ask('POST', path, bob.as)).text, /"allow_dms_from":"following"/)
})

test('400/44 an invalid allow_dms_from, and 403/261 a read-only token', async () => {
  const stage = await sharedStage()
  const bob = await stage.shyWriter()
  const ask = async (from: string, as = bob.as) =>
    (await stage.ask('POST', `/1.1/account/settings.json?allow_dms_from=${from}`, as)).text
  for (const from of ['verified', '__proto__', 'ALL']) {
    assert.match(await ask(from), /"code":44,"message":"allow_dms_from parameter is invalid\."/)
  }
  assert.match(await ask('all', await stage.token(bob.id, 'read')), /"code":261/)
})

const PATH = '/1.1/account/settings.json'

interface Settings {
  readonly protected: boolean
  readonly screen_name: string
  readonly allow_dms_from: string
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`account/settings: the owner protects its account, on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const [owner, stranger] = [await stage.person(), await stage.person()]
    const set = (query: string) => stage.done<Settings>(`${PATH}?${query}`, owner.as)
    const list = `/1.1/followers/ids.json?user_id=${owner.id}`

    await t.test(
      '200 spec/users.md#settings: the account is protected, and later reads equal the response',
      async () => {
        const answered = await set('protected=true')
        assert.deepEqual([answered.protected, answered.screen_name], [true, owner.screenName])
        assert.deepEqual(await stage.got<Settings>(PATH, owner.as), answered)
        assert.equal((await stage.get(list, stranger.as)).status, 401)
      },
    )
    await t.test(
      '200 a follow of the protected user is a request; a user that is public again is visible to all callers',
      async () => {
        await stage.done(`/1.1/friendships/create.json?user_id=${stranger.id}`, owner.as)
        await stage.done(`/1.1/friendships/create.json?user_id=${owner.id}`, stranger.as)
        const { ids } = await stage.got<{ ids: bigint[] }>('/1.1/friendships/incoming.json', owner.as)
        assert.deepEqual(ids, [stranger.id])
        assert.equal((await set('protected=false')).protected, false)
        assert.equal((await stage.get(list, stranger.as)).status, 200)
      },
    )
    await t.test(
      '200 spec/compliance-stream.md#events: each change is one event of its owner; a call without a change has no event',
      async () => {
        const events = await eventsOf(stage.context, async () => {
          for (const word of ['true', 'true', 't', '1', 'false', '0', 'f', '']) await set(`protected=${word}`)
        })
        assert.deepEqual(
          events.map(factsOf),
          ['protect', 'unprotect'].map((action) => ({
            kind: 'user.state_changed',
            user_id: owner.id,
            action,
            withheld_in_countries: [],
            reason: '',
            actor: `@${owner.screenName}`,
          })),
        )
      },
    )
    await t.test('200 both settings in one signed form, with unknown parameters', async () => {
      const { app, context, server } = stage
      const issued = await issueToken(context, { appId: app.appId, userId: owner.id })
      const answer = await signedFetch(`${server.url}${PATH}`, {
        consumer: { key: app.consumerKey, secret: app.consumerSecret },
        token: { key: issued.accessToken, secret: issued.accessTokenSecret },
        form: { protected: 'true', allow_dms_from: 'all', lang: 'de', geo_enabled: 'true' },
      })
      assert.equal(answer.status, 200)
      const { protected: isProtected, allow_dms_from } = (await answer.json()) as Settings
      assert.deepEqual([isProtected, allow_dms_from], [true, 'all'])
    })
    await t.test('400/44 any other value, which changes nothing', async () => {
      for (const word of ['no', 'TRUE', 'null', '__proto__', '2']) {
        const answer = await stage.post(`${PATH}?protected=${word}&allow_dms_from=following`, owner.as)
        assertError(answer, 400, 44, 'protected parameter is invalid.')
      }
      const wrong = await stage.post(`${PATH}?protected=false&allow_dms_from=x`, owner.as)
      assertError(wrong, 400, 44, 'allow_dms_from parameter is invalid.')
      const { protected: isProtected, allow_dms_from } = await stage.got<Settings>(PATH, owner.as)
      assert.deepEqual([isProtected, allow_dms_from], [true, 'all'])
    })
    await t.test('403/261 a read-only token, and 403/220 an app', async () => {
      const reader = await stage.reader(owner.id)
      for (const [as, code] of [
        [reader, 261],
        [stage.app.asApp, 220],
      ] as const) {
        const { status, text } = await stage.post(`${PATH}?protected=false`, as)
        assert.deepEqual([status, text.includes(`"code":${code}`)], [403, true])
      }
      assert.equal((await stage.got<Settings>(PATH, owner.as)).protected, true)
    })
  })
}
