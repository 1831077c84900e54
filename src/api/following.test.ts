import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { letFollow } from '../../test/support/follows.ts'
import { assertUnknownToClients, sharePages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createUsers } from '../../test/support/users.ts'
import type { User } from '../domain/accounts/user.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`spec/pages.md#followers: the users whom a user follows, the newest first, on ${engine}`, async () => {
    const { context, see } = await shared()
    const [ada, bob, eve] = (await createUsers(context, 3)) as [User, User, User]
    for (const { id } of [bob, eve]) await letFollow(context, { follower: ada.id, followee: id })
    assert.match((await see(`/${ada.screenName}`)).html, /\/following">2 following</)
    const { html } = await see(`/${ada.screenName}/following`)
    const names = [...html.matchAll(/<a class="name" href="\/(\w+)">/g)].map(([, name]) => name)
    assert.deepEqual(names, [eve.screenName, bob.screenName])
    assert.match((await see(`/${bob.screenName}/following`)).html, /follows nobody yet/)
    assert.match((await see(`/${bob.screenName}/following?before=1`)).html, /no older entries/)
    assert.equal((await see('/nobody_here/following')).status, 404)
  })

  test(`404/34 to a client of the API, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/a/following')
  })
}
