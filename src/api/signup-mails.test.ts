/** Sign-ups on a server that sends mail, and without mail (spec/pages.md#mails-about-sign-ups). */
import assert from 'node:assert/strict'
import { ENGINES, type Hooks } from '../../test/support/engines.ts'
import { MemberBrowser, openMembers, PASSWORD } from '../../test/support/http/members.ts'
import { formOn } from '../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { startSmtpServer } from '../../test/support/processes/smtp-server.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { type Engine, query } from '../db/query.ts'
import { openSignUpToken } from '../domain/accounts/sign-up/by-mail.ts'
import { approveSignUp, listSignUpRequests, rejectSignUp } from '../domain/accounts/sign-up/requests.ts'
import { findUser } from '../domain/accounts/user.ts'

const NEW = { screen_name: 'ada', name: 'Ada <b>', email: 'ada@example.org', password: PASSWORD }
const LINK = /https:\/\/bird\.example\.org(\/signup\?token=[\w.-]+)/

const waiting = query()((k) => k.selectFrom('sign_up_mails').select('id'))

async function open(t: Hooks, engine: Engine, signUp: string) {
  const smtp = await startSmtpServer(t)
  const clock = new TestClock()
  const mail = { smtp_url: smtp.url, mail_from: 'aviary@example.org', base_url: 'https://bird.example.org' }
  const members = await openMembers(t, engine, { sign_up: signUp, ...mail }, { clock })
  const browser = new MemberBrowser(members.url)
  const form = formOn(await browser.get('/signup'))
  /** Advances to the next run of the job, and waits for a number of mails. */
  const mails = async (count: number) => {
    clock.advance(2_000)
    await waitUntil(() => smtp.mails.length >= count)
    return smtp.mails
  }
  return { ...members, smtp, clock, browser, form, mails }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#mails-about-sign-ups: the page does not name addresses in use, on ${engine}`, async (t) => {
    const { url, join, context, browser, form, mails } = await open(t, engine, 'open')
    await join('taken')
    const free = await browser.post(form, NEW)
    const used = await browser.post(form, { ...NEW, email: 'Taken@example.org' })
    assert.deepEqual([free.status, used.status, used.html], [200, 200, free.html])
    assert.match(free.html, /Look at your mail/)
    assert.equal(await findUser(context.store, { screenName: 'ada' }), undefined)
    const sent = await mails(2)
    const [first, second] = ['ada@example.org', 'Taken@example.org'].map((to) =>
      sent.find((each) => each.to[0] === to),
    )
    assert.match(second?.text ?? '', /have an account there already[\s\S]*\/settings\/forgot_password/)
    assert.doesNotMatch(second?.text ?? '', /signup\?token/)
    const link = LINK.exec(first?.text ?? '')?.[1] ?? ''
    const other = new MemberBrowser(url)
    const confirm = await other.get(link)
    assert.match(confirm.html, /@ada/)
    assert.equal((await other.post(formOn(confirm))).location, '/home')
    assert.match((await other.get('/ada')).html, /Ada (&lt;|&#60;)b/)
    const again = new MemberBrowser(url)
    const late = await again.post(formOn(await again.get(link)))
    assert.equal(late.status, 403)
    assert.match(late.html, /link is not valid/)
  })

  test(`spec/pages.md#mails-about-sign-ups: mails about an approval and a refusal, on ${engine}`, async (t) => {
    const { context, browser, form, mails } = await open(t, engine, 'approval')
    assert.match((await browser.post(form, NEW)).html, /A mail tells you the decision/)
    await browser.post(form, { ...NEW, screen_name: 'eve', email: 'eve@example.org' })
    const [ada, eve] = await listSignUpRequests(context.store, { count: 2 })
    await approveSignUp(context, ada?.id ?? 0n)
    await rejectSignUp(context, eve?.id ?? 0n, 'We know no Eve.')
    const sent = await mails(2)
    const [approved, rejected] = ['ada@example.org', 'eve@example.org'].map(
      (to) => sent.find((each) => each.to[0] === to)?.text ?? '',
    )
    assert.match(approved ?? '', /approved[\s\S]*https:\/\/bird\.example\.org\/login/)
    assert.match(rejected ?? '', /refused your sign-up as @eve\.\s+Reason: We know no Eve\./)
    assert.equal((await browser.signIn('ada')).location, '/home')
  })
}

const test = slowOnPostgres('sqlite')

test('403 links that are wrong or expired, and links whose screen name another user has taken', async (t) => {
  const { url, join, context, clock, browser, form, mails } = await open(t, 'sqlite', 'open')
  await browser.post(form, NEW)
  await browser.post(form, { ...NEW, screen_name: 'rob', email: 'bob@example.org' })
  const links = (await mails(2)).map(({ text }) => LINK.exec(text)?.[1] ?? '')
  await join('Rob')
  const other = new MemberBrowser(url)
  for (const link of links) {
    const page = await other.get(link)
    if (!page.html.includes('@rob')) continue
    const refused = await other.post(formOn(page))
    assert.equal(refused.status, 403)
    assert.match(refused.html, /user name is taken/)
  }
  for (const link of links) {
    const token = link.slice('/signup?token='.length)
    assert.equal((await new MemberBrowser(url).get(link.slice(0, -8))).status, 403)
    assert.notEqual(openSignUpToken(context, token), undefined)
    const later = Object.assign(new TestClock(), { now: () => clock.now() + 86_400_000 })
    assert.equal(openSignUpToken({ ...context, clock: later }, token), undefined)
  }
  assert.equal((await new MemberBrowser(url).get('/signup?token=x')).status, 403)
})

test('429 more than three mails to an address in an hour, with and without an account', async (t) => {
  const { join, browser, form } = await open(t, 'sqlite', 'open')
  await join('taken')
  for (const email of ['taken@example.org', 'free@example.org']) {
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await browser.post(form, { ...NEW, email })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429], email)
  }
})

test('a mail about a sign-up is tried again after a temporary error, and dropped after a permanent error', async (t) => {
  const { context, smtp, clock, browser, form, mails } = await open(t, 'sqlite', 'open')
  smtp.answers.push('451 4.3.0 try again')
  await browser.post(form, NEW)
  clock.advance(2_000)
  await waitUntil(() => smtp.answers.length === 0)
  clock.advance(60_000)
  assert.equal((await mails(1)).length, 1)
  smtp.answers.push('550 5.1.1 no such mailbox')
  await browser.post(form, { ...NEW, email: 'gone@example.org' })
  clock.advance(2_000)
  await waitUntil(() => smtp.answers.length === 0)
  await waitUntil(async () => (await context.store.rows(waiting, {})).length === 0)
  assert.equal(smtp.mails.length, 1)
})

test('without mail, 429 for all sign-ups from a network after five refusals with an e-mail address in use', async (t) => {
  const { url, join } = await openMembers(t, 'sqlite', { sign_up: 'open' })
  await join('taken')
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get('/signup'))
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1)
    statuses.push((await browser.post(form, { ...NEW, email: 'taken@example.org' })).status)
  assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
  assert.equal((await browser.post(form, NEW)).status, 429)
})
