import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { formOn, PageVisitor, type SeenPage } from '../../../test/support/http/page-visitor.ts'
import { makeApp, makeUser, OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { issueToken } from '../../domain/apps/tokens.ts'

const PATH = '/settings/connections'
const WHO = '/1.1/account/verify_credentials.json'

/** The names of the apps on the page. */
function appsOn({ html }: SeenPage): (string | undefined)[] {
  return [...html.matchAll(/<li class="row">[\s\S]*?<bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`connected apps on ${engine}`, async (t) => {
    const dance = await OAuthFlow.begin(t, { engine, app: { name: 'First' } })
    const { context, server } = dance.server
    const second = await makeApp(dance.server, { name: 'Second', permissions: 'read' })
    const signIn = async (screenName: string) => {
      const visitor = dance.visitor()
      const form = formOn(await visitor.get(PATH))
      assert.equal((await visitor.post(form, PageVisitor.typed(screenName, PASSWORD))).location, PATH)
      return visitor
    }
    const revokeForm = (page: SeenPage, appId: bigint) => {
      const form = page.forms.find(({ fields }) => fields['app_id'] === String(appId))
      assert.ok(form !== undefined)
      return form
    }

    await t.test('a visitor without a session gets the sign-in page', async () => {
      const page = await dance.visitor().get(PATH)
      assert.equal(page.status, 200)
      assert.ok('session[password]' in formOn(page, '/settings/sign_in').fields)
    })

    await t.test(
      'spec/console.md#connected-apps: a user sees apps with their levels; a revocation ends every token of the user for the app',
      async () => {
        const { user } = dance
        const visitor = await signIn(user.screenName)
        assert.match((await visitor.get(PATH)).html, /No app may act for you/)
        const tokens = [await dance.accessToken(), await dance.accessToken()]
        await issueToken(context, { appId: second.appId, userId: user.id })
        const page = await visitor.get(PATH)
        assert.deepEqual(appsOn(page).sort(), ['First', 'Second'])
        assert.match(page.html, /may read and write, since <time datetime="\d{4}-\d\d-\d\d">/)
        for (const token of tokens) {
          assert.equal((await dance.signed(WHO, { method: 'GET', token })).status, 200)
        }
        const events = await eventsOf(server.runtime, async () => {
          const revoked = await visitor.post(revokeForm(page, dance.app.appId))
          assert.deepEqual([revoked.status, revoked.location], [303, PATH])
        })
        const kinds = events.map((event) => (factsOf(event) as { kind: string }).kind)
        assert.deepEqual(kinds, ['token.revoked', 'token.revoked'])
        for (const token of tokens) {
          assert.equal((await dance.signed(WHO, { method: 'GET', token })).status, 401)
        }
        assert.deepEqual(appsOn(await visitor.get(PATH)), ['Second'])
      },
    )

    await t.test('a repeated revocation changes nothing and succeeds', async () => {
      const visitor = await signIn(dance.user.screenName)
      const form = revokeForm(await visitor.get(PATH), second.appId)
      const events = await eventsOf(server.runtime, async () => {
        assert.equal((await visitor.post(form)).status, 303)
        assert.equal((await visitor.post(form)).status, 303)
      })
      assert.equal(events.length, 1)
    })

    await t.test('a user cannot revoke tokens of other users', async () => {
      const other = await makeUser(dance.server, `v${context.random(5).toString('hex')}`)
      const token = await dance.accessToken()
      const mine = revokeForm(await (await signIn(dance.user.screenName)).get(PATH), dance.app.appId)
      const stranger = await signIn(other.screenName)
      assert.equal((await stranger.post(mine)).status, 403)
      assert.equal((await dance.visitor().post(mine)).status, 403)
      assert.equal((await stranger.post({ action: PATH, fields: { app_id: 'x' } })).status, 400)
      assert.equal((await stranger.post({ action: PATH, fields: {} })).status, 403)
      assert.equal((await dance.signed(WHO, { method: 'GET', token })).status, 200)
    })
  })
}
