import assert from 'node:assert/strict'
import { ENGINES, shareInSuite } from '../../../test/support/engines.ts'
import { MemberBrowser, openMembers, PASSWORD } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { changePassword } from '../../domain/accounts/passwords/change-password.ts'
import { createPasswordLink, PASSWORD_LINK_MS } from '../../domain/accounts/passwords/password-links.ts'
import { listAudit } from '../../domain/audit/list-audit.ts'

const NEW = 'a brand new password'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`403 spec/pages.md#password-links: a link works once and ends all sessions, on ${engine}`, async (t) => {
    const { url, context, join } = await openMembers(t, engine)
    const { user, browser } = await join('ada')
    const { token } = await createPasswordLink(context, { userId: user.id })
    const path = `/settings/reset_password?token=${token}`
    const [one, two] = [new MemberBrowser(url), new MemberBrowser(url)]
    const page = await one.get(path)
    assert.match(page.html, /@ada/)
    assert.match(page.headers.get('referrer-policy') ?? '', /same-origin/)
    const short = await one.post(formOn(page), { password: 'short' })
    assert.equal(short.status, 403)
    assert.match(short.html, /at least 8/)
    assert.equal((await browser.get('/home')).status, 200, 'nothing was changed')
    const forms = [formOn(page), formOn(await two.get(path))] as const
    const both = await Promise.all([
      one.post(forms[0], { password: NEW }),
      two.post(forms[1], { password: NEW }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403])
    assert.match(both.find(({ status }) => status === 403)?.html ?? '', /This link is not valid/)
    assert.equal((await browser.get('/home')).location, '/login')
    assert.equal((await one.get(path)).status, 403)
    assert.equal((await one.signIn('ada')).status, 403)
    assert.equal((await one.signIn('ada', NEW)).location, '/home')
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. The names of their members differ. */
const shared = shareInSuite((hooks) => openMembers(hooks, 'sqlite'))

test('403 unknown and expired links, and links that were made before the password was changed', async () => {
  const { url, context, join } = await shared()
  const { user } = await join('ada')
  const browser = new MemberBrowser(url)
  const statusOf = async (token: string) =>
    (await browser.get(`/settings/reset_password?token=${token}`)).status
  const clock = new TestClock(context.clock.now() - PASSWORD_LINK_MS)
  const make = () => createPasswordLink({ ...context, clock }, { userId: user.id })
  const { token } = await make()
  for (const wrong of ['', 'x', '%00', `${token}x`, token]) assert.equal(await statusOf(wrong), 403, wrong)
  assert.equal((await browser.get('/settings/reset_password')).status, 403)
  clock.advance(PASSWORD_LINK_MS)
  const links: string[] = []
  while (links.length < 7) {
    clock.advance(1)
    links.push((await make()).token)
  }
  const statuses = await Promise.all(links.map(statusOf))
  assert.deepEqual(statuses, [403, 403, 200, 200, 200, 200, 200], 'five links of a user')
  await changePassword(context, { userId: user.id, password: NEW })
  assert.equal(await statusOf(links.at(-1) ?? ''), 403)
})

test('403 forms of other visitors and of other sites', async () => {
  const { url, context, join } = await shared()
  const { user } = await join('bob')
  const { token } = await createPasswordLink(context, { userId: user.id })
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get(`/settings/reset_password?token=${token}`))
  const typed = { password: NEW }
  assert.equal((await new MemberBrowser(url).post(form, typed)).status, 403)
  assert.equal((await browser.visitor.post(form, typed, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await browser.post({ ...form, fields: { token } }, typed)).status, 403)
  assert.equal((await browser.signIn('bob', PASSWORD)).location, '/home')
})

test('the audit log names the operator who made a link, but not the token of the link', async () => {
  const { context, join } = await shared()
  const { user } = await join('eve')
  const operator = { actor: 'command line' }
  const { token } = await createPasswordLink({ ...context, operator }, { userId: user.id })
  const { items } = await listAudit(context.store, {}, { after: undefined, count: 10 })
  const [entry] = items
  assert.deepEqual([entry?.action, entry?.subjectName], ['user.password_link', 'eve'])
  assert.ok(!JSON.stringify(entry?.details).includes(token))
  const imported = await createUser(context, { screenName: 'archived' })
  await assert.rejects(createPasswordLink(context, { userId: imported.id }), { reason: 'user-without-email' })
})
