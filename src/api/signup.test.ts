import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { MemberBrowser, openMembers, PASSWORD, shareMembers } from '../../test/support/http/members.ts'
import { formOn } from '../../test/support/http/page-visitor.ts'
import { assertUnknownToClients } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../domain/accounts/sign-up/invitations.ts'
import { approveSignUp, listSignUpRequests, rejectSignUp } from '../domain/accounts/sign-up/requests.ts'
import { findUser } from '../domain/accounts/user.ts'

const NEW = { screen_name: 'ada', name: 'Ada <b>', email: 'ada@example.org', password: PASSWORD }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`403 spec/pages.md#sign-up: an invitation is for one user, on ${engine}`, async (t) => {
    const { url, context } = await openMembers(t, engine, { sign_up: 'invitation' })
    const { token, invitation } = await createInvitation(context, { actor: 'operator', note: 'for Ada' })
    const path = `/signup?invitation=${token}`
    const [one, two] = [new MemberBrowser(url), new MemberBrowser(url)]
    const [form, other] = [formOn(await one.get(path)), formOn(await two.get(path))]
    const both = await Promise.all([
      one.post(form, NEW),
      two.post(other, { ...NEW, screen_name: 'bob', email: 'bob@example.org' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403])
    assert.match(both.find(({ status }) => status === 403)?.html ?? '', /invitation is not valid/)
    const winner = both[0].status === 303 ? one : two
    assert.match((await winner.get('/home')).html, /Write a post/)
    assert.equal((await new MemberBrowser(url).get(path)).status, 403)
    const [listed] = await listInvitations(context.store, { count: 10 })
    assert.equal(listed?.id, invitation.id)
    assert.notEqual(listed?.userId, null)
    await assert.rejects(revokeInvitation(context, invitation.id), /no unused invitation/)
    const second = await createInvitation(context, { actor: 'operator' })
    await revokeInvitation(context, second.invitation.id)
    for (const wrong of [second.token, '', 'x', `${second.token}x`])
      assert.equal((await new MemberBrowser(url).get(`/signup?invitation=${wrong}`)).status, 403, wrong)
  })

  test(`spec/pages.md#sign-up: the operator approves or rejects, on ${engine}`, async (t) => {
    const { url, context } = await openMembers(t, engine, { sign_up: 'approval' })
    const browser = new MemberBrowser(url)
    const form = formOn(await browser.get('/signup'))
    const asked = await browser.post(form, NEW)
    assert.equal(asked.status, 200)
    assert.match(asked.html, /waits for approval/)
    assert.equal((await browser.post(form, NEW)).status, 403)
    await browser.post(form, { ...NEW, screen_name: 'eve', email: 'eve@example.org' })
    const waiting = await listSignUpRequests(context.store, { count: 10 })
    assert.deepEqual(
      waiting.map(({ screenName }) => screenName),
      ['ada', 'eve'],
    )
    const [ada, eve] = waiting
    assert.equal(await findUser(context.store, { screenName: 'ada' }), undefined)
    await approveSignUp(context, ada?.id ?? 0n)
    await assert.rejects(approveSignUp(context, ada?.id ?? 0n), { reason: 'sign-up-not-found' })
    await rejectSignUp(context, eve?.id ?? 0n)
    await assert.rejects(rejectSignUp(context, eve?.id ?? 0n), { reason: 'sign-up-not-found' })
    assert.equal((await browser.signIn('ada')).location, '/home')
    assert.equal((await browser.get('/signup')).location, '/home')
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below that need no settings. */
const shared = shareMembers('sqlite')

test('403 after invalid values of a new user, the form is shown again without the password', async (t) => {
  const { url, join } = await openMembers(t, 'sqlite', { sign_up: 'open' })
  await join('taken')
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get('/signup'))
  for (const [typed, said] of [
    [{ screen_name: 'Taken' }, /user name is taken/],
    [{ screen_name: 'Home' }, /user name is taken/],
    [{ screen_name: '<script>' }, /letters, digits/],
    [{ email: 'taken@example.org' }, /address cannot be used/],
    [{ email: 'x' }, /address cannot be used/],
    [{ password: 'short' }, /at least 8/],
    [{ name: 'x'.repeat(51) }, /1 to 50/],
  ] as const) {
    const page = await browser.post(form, { ...NEW, ...typed })
    assert.equal(page.status, 403)
    assert.match(page.html, said)
    assert.ok(!page.html.includes(PASSWORD))
    assert.ok(!page.html.includes('<script>'))
  }
  assert.equal((await browser.post(form, NEW)).location, '/home')
  assert.match((await browser.get('/ada')).html, /Ada (&lt;|&#60;)b/)
})

test('429 too many sign-ups from one address, with equal responses for known and unknown users', async (t) => {
  const { url, join } = await openMembers(t, 'sqlite', { sign_up: 'open' })
  await join('taken')
  const browser = new MemberBrowser(url)
  const form = formOn(await browser.get('/signup'))
  const wrong = { ...NEW, password: 'x' }
  for (let at = 0; at < 10; at += 1) assert.equal((await browser.post(form, wrong)).status, 403)
  const [unknown, ...known] = await Promise.all(
    [wrong, { ...wrong, screen_name: 'taken' }, { ...wrong, email: 'taken@example.org' }].map((each) =>
      browser.post(form, each),
    ),
  )
  assert.equal(unknown?.status, 429)
  for (const each of known) assert.deepEqual([each.status, each.html], [429, unknown?.html])
})

test('403 sign-up is closed by default, and forms of other sites are refused', async (t) => {
  const closed = await shared()
  const page = await new MemberBrowser(closed.url).get('/signup')
  assert.equal(page.status, 403)
  assert.match(page.html, /Sign-up is closed/)
  const open = await openMembers(t, 'sqlite', { sign_up: 'open' })
  const browser = new MemberBrowser(open.url)
  const form = formOn(await browser.get('/signup'))
  assert.equal((await new MemberBrowser(open.url).post(form, NEW)).status, 403)
  assert.equal((await browser.visitor.post(form, NEW, { origin: 'https://evil.example' })).status, 403)
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/signup')
})
