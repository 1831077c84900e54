import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { MemberBrowser, openMembers, PASSWORD } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { ownChangesOf } from '../../domain/moderation/own-changes.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#settings: a member changes the profile and the password, and leaves, on ${engine}`, async (t) => {
    const { join, url, context } = await openMembers(t, engine)
    const { browser, user } = await join('ada')
    const account = async () => browser.get('/settings/account')
    const saved = await browser.post(formOn(await account(), '/profile'), {
      ...{
        name: 'Ada <b>',
        description: 'Birds',
        location: 'Pond',
        url: 'https://example.org/',
        protected: 'true',
      },
    })
    assert.equal(saved.status, 303)
    assert.match((await new MemberBrowser(url).get('/ada')).html, /Birds.*protected/s)
    const wrong = await browser.post(formOn(await account(), '/profile'), { url: 'x'.repeat(101) })
    assert.equal(wrong.status, 403)

    const other = new MemberBrowser(url)
    await other.signIn('ada')
    const change = formOn(await account(), '/password')
    for (const [typed, said] of [
      [{ current_password: 'wrong', password: 'a new password' }, /current password is wrong/],
      [{ current_password: PASSWORD, password: 'short' }, /at least 8/],
    ] as const) {
      const page = await browser.post(change, typed)
      assert.equal(page.status, 403)
      assert.match(page.html, said)
    }
    const changed = await browser.post(change, { current_password: PASSWORD, password: 'a new password' })
    assert.match(changed.html, /password is changed/)
    assert.equal((await other.get('/home')).location, '/login')
    assert.equal((await browser.get('/home')).status, 200)
    assert.equal((await other.signIn('ada')).status, 403)
    assert.equal((await other.signIn('ada', 'a new password')).location, '/home')

    const leave = formOn(await account(), '/leave')
    assert.equal((await browser.post(leave, { password: 'wrong' })).status, 403)
    const left = await browser.post(leave, { password: 'a new password' })
    assert.match(left.html, /You have left/)
    const own = await ownChangesOf(context.store, user.id)
    assert.deepEqual(
      own.map(({ action }) => action),
      ['deactivate', 'protect'],
    )
    assert.equal((await other.get('/home')).location, '/login')
    assert.equal((await new MemberBrowser(url).get('/ada')).status, 404)
    assert.equal((await other.signIn('ada', 'a new password')).status, 403)
  })
}
