import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { letFollow } from '../../test/support/follows.ts'
import { openMembers } from '../../test/support/http/members.ts'
import { assertUnknownToClients, sharePages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createUsers } from '../../test/support/users.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import type { User } from '../domain/accounts/user.ts'

/** The screen names in a list, in the order of the page. */
function namesOn(html: string): readonly string[] {
  return [...html.matchAll(/<a class="name" href="\/(\w+)">/g)].map(([, name = '']) => name)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`spec/pages.md#followers: 50 followers on a page, without hidden users, on ${engine}`, async () => {
    const { context, see } = await shared()
    const [ada, ...others] = (await createUsers(context, 53)) as [User, ...User[]]
    for (const { id } of others) await letFollow(context, { follower: id, followee: ada.id })
    const [oldest, second, third] = others as [User, User, User]
    await changeUserState(context, { userId: third.id, action: 'suspend' })
    await changeUserState(context, { userId: second.id, action: 'withhold', countries: ['DE'] })
    const profile = await see(`/${ada.screenName}`)
    assert.ok(profile.html.includes(`<a href="/${ada.screenName}/followers">`))
    const path = `/${ada.screenName}/followers`
    const first = await see(path)
    assert.equal(first.status, 200)
    assert.match(first.html, /<meta name="robots" content="index, noarchive">/)
    const newest = others.map(({ screenName }) => screenName).reverse()
    assert.deepEqual(namesOn(first.html), newest.slice(0, 49))
    const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? ''
    const last = await see(next.replaceAll('&#38;', '&'))
    assert.deepEqual(namesOn(last.html), [second.screenName, oldest.screenName])
    assert.doesNotMatch(last.html, /rel="next"/)
    assert.ok(last.html.includes(`<a class="name" href="/${second.screenName}"><bdi>@`))
    for (const { id } of others.slice(3)) await changeUserState(context, { userId: id, action: 'suspend' })
    const hidden = await see(path)
    assert.deepEqual(namesOn(hidden.html), [])
    assert.match(hidden.html, /rel="next"/)
    assert.match(hidden.html, /The users on this page are not shown\./)
    assert.doesNotMatch(hidden.html, /There are no older entries|No followers yet/)
    await changeUserState(context, { userId: ada.id, action: 'deactivate' })
    assert.equal((await see(path)).status, 404)
  })

  test(`spec/pages.md#followers: lists of a protected user are for approved followers, on ${engine}`, async (t) => {
    const { join, context, url } = await openMembers(t, engine)
    const [ada, bob, eve] = [await join('ada'), await join('bob'), await join('eve')]
    await changeUserState(context, { userId: ada.user.id, action: 'protect' })
    await letFollow(context, { follower: bob.user.id, followee: ada.user.id })
    for (const { browser } of [ada, bob])
      assert.deepEqual(namesOn((await browser.get('/ada/followers')).html), ['bob'])
    const hidden = await eve.browser.get('/ada/followers')
    assert.deepEqual([hidden.status, namesOn(hidden.html)], [200, []])
    assert.match(hidden.html, /Only approved followers of @ada can see this list/)
    const page = await (await fetch(`${url}/ada/followers`, { headers: { accept: 'text/html' } })).text()
    assert.match(page, /<meta name="robots" content="noindex, nofollow">/)
    assert.deepEqual(namesOn(page), [])
  })

  test(`404/34 to a client of the API, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/a/followers')
  })
}
