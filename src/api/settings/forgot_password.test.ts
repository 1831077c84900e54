import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { MemberBrowser, openMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startSmtpServer } from '../../../test/support/processes/smtp-server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'

const PATH = '/settings/forgot_password'
const NEW = 'a brand new password'
const MAIL = { mail_from: 'Aviary <aviary@example.org>', base_url: 'https://bird.example.org' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#forgotten-passwords: a mailed link, on ${engine}`, async (t) => {
    const smtp = await startSmtpServer(t)
    const clock = new TestClock()
    const { url, join } = await openMembers(t, engine, { smtp_url: smtp.url, ...MAIL }, { clock })
    const { browser } = await join('ada')
    const other = new MemberBrowser(url)
    assert.match((await other.get('/settings/sign_in')).html, /Forgot your password/)
    const asked = await other.post(formOn(await other.get(PATH)), { login: ' @ADA ' })
    assert.equal(asked.status, 200)
    assert.match(asked.html, /a mail is on its way/)
    clock.advance(2_000)
    await waitUntil(() => smtp.mails.length > 0)
    const [mail] = smtp.mails
    assert.deepEqual([mail?.from, mail?.to], ['aviary@example.org', ['ada@example.org']])
    assert.equal(mail?.headers.get('from'), 'Aviary <aviary@example.org>')
    assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated')
    assert.match(mail?.headers.get('subject') ?? '', /@ada/)
    const link = /https:\/\/bird\.example\.org(\/settings\/reset_password\?token=[\w-]{43})/.exec(
      mail?.text ?? '',
    )?.[1]
    assert.ok(link, mail?.text)
    const set = await other.post(formOn(await other.get(link)), { password: NEW })
    assert.equal(set.status, 200)
    assert.equal((await browser.get('/home')).location, '/login')
    assert.equal((await other.signIn('ada', NEW)).location, '/home')
  })
}

const test = slowOnPostgres('sqlite')

test('the response is the same for names without an account, and no mail is sent', async (t) => {
  const smtp = await startSmtpServer(t)
  const clock = new TestClock()
  const settings = { smtp_url: smtp.url, ...MAIL }
  const { url, join, context } = await openMembers(t, 'sqlite', settings, { clock })
  await join('ada')
  const gone = await join('gone')
  await changeUserState(context, { userId: gone.user.id, action: 'deactivate' })
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get(PATH))
  const pages: string[] = []
  for (const login of ['unknown', 'unknown@example.org', 'gone', '', '%', 'x'.repeat(300), 'a\0b', 'ada']) {
    const page = await browser.post(form, { login })
    assert.equal(page.status, 200, login)
    pages.push(page.html)
  }
  assert.equal(new Set(pages).size, 1)
  clock.advance(2_000)
  await waitUntil(() => smtp.mails.length > 0)
  assert.deepEqual(smtp.mails[0]?.to, ['ada@example.org'])
  clock.advance(2_000)
  assert.equal(smtp.mails.length, 1)
})

test('429 too many requests for a name, with and without an account, and from an address', async (t) => {
  const smtp = await startSmtpServer(t)
  const settings = { smtp_url: smtp.url, ...MAIL }
  const { url, join } = await openMembers(t, 'sqlite', settings, { clock: new TestClock() })
  await join('ada')
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get(PATH))
  for (const login of ['ada', 'unknown']) {
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await browser.post(form, { login })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429], login)
  }
  for (const login of ['one', 'two']) assert.equal((await browser.post(form, { login })).status, 200)
  assert.equal((await browser.post(form, { login: 'three' })).status, 429)
})

test('without SMTP the page advises to ask the operator; forms of other sites get 403', async (t) => {
  const { url } = await openMembers(t, 'sqlite')
  const browser = new MemberBrowser(url)
  const page = await browser.get(PATH)
  assert.match(page.html, /sends no mail\. Ask its operator/)
  assert.equal(page.forms.length, 0)
  assert.equal((await browser.post({ action: PATH, fields: {} }, { login: 'ada' })).status, 403)
})
