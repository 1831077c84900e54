import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { MemberBrowser, openMembers, PASSWORD, shareMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startSmtpServer } from '../../../test/support/processes/smtp-server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { createPasswordLink, findLinkedUser } from '../../domain/accounts/passwords/password-links.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#settings: a member changes the e-mail address, on ${engine}`, async (t) => {
    const { join, url, context } = await openMembers(t, engine)
    const { browser, user } = await join('ada')
    await join('bob')
    const { token } = await createPasswordLink(context, { userId: user.id })
    const form = formOn(await browser.get('/settings/account'), '/email')
    assert.equal(form.fields['email'], 'ada@example.org')
    const right = { current_password: PASSWORD }
    for (const [typed, said] of [
      [{ email: 'new@example.org', current_password: 'wrong' }, /current password is wrong/],
      [{ email: 'BOB@example.org', ...right }, /address cannot be used/],
      [{ email: 'nowhere', ...right }, /address cannot be used/],
    ] as const) {
      const page = await browser.post(form, typed)
      assert.equal(page.status, 403)
      assert.match(page.html, said)
      assert.equal(formOn(page, '/email').fields['email'], typed.email)
    }
    assert.ok(await findLinkedUser(context, token))
    const saved = await browser.post(form, { email: ' Ada@new.example ', ...right })
    assert.deepEqual([saved.status, saved.location], [303, '/settings/account?saved=true'])
    const page = await browser.get('/settings/account?saved=true')
    assert.match(page.html, /role="status"><strong>Saved\./)
    assert.equal(formOn(page, '/email').fields['email'], 'Ada@new.example')
    assert.equal(await findLinkedUser(context, token), undefined)
    const other = new MemberBrowser(url)
    assert.equal((await other.signIn('ada@example.org')).status, 403)
    assert.equal((await other.signIn('ada@NEW.example')).location, '/home')
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests of refusals. The names of their members differ. */
const shared = shareMembers('sqlite')

test('spec/pages.md#settings: the former address gets a notice if the server sends mail', async (t) => {
  const smtp = await startSmtpServer(t)
  const clock = new TestClock()
  const mail = { smtp_url: smtp.url, mail_from: 'aviary@example.org', base_url: 'https://bird.example.org' }
  const { join } = await openMembers(t, 'sqlite', mail, { clock })
  const { browser } = await join('ada')
  for (const email of ['new@example.org', 'NEW@example.org']) {
    const form = formOn(await browser.get('/settings/account'), '/email')
    assert.equal((await browser.post(form, { email, current_password: PASSWORD })).status, 303)
  }
  clock.advance(2_000)
  await waitUntil(() => smtp.mails.length > 0)
  const sent = smtp.mails.map(({ to, text }) => [to[0], /e-mail address of your account @ada/.test(text)])
  assert.deepEqual(sent, [['ada@example.org', true]])
})

test('403 settings/email: forms of other visitors and of other sites', async () => {
  const { join, url } = await shared()
  const { browser } = await join('ada')
  const form = formOn(await browser.get('/settings/account'), '/email')
  assert.equal((await new MemberBrowser(url).post(form)).status, 403)
  assert.equal((await browser.visitor.post(form, {}, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await browser.post({ ...form, fields: {} })).status, 403)
})

test('429 settings/email: more than 10 addresses in an hour', async () => {
  const { join } = await shared()
  const { browser } = await join('bob')
  const form = formOn(await browser.get('/settings/account'), '/email')
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1)
    statuses.push((await browser.post(form, { email: 'nowhere', current_password: PASSWORD })).status)
  assert.deepEqual([...new Set(statuses.slice(0, 10)), statuses[10]], [403, 429])
})
