import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { assertUnknownToClients, sharePages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createUsers } from '../../test/support/users.ts'
import type { User } from '../domain/accounts/user.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`spec/pages.md#profiles: replies to others are on their own page, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const [ada, bob] = (await createUsers(context, 2)) as [User, User]
    const question = await write(bob, 'a question')
    await write(ada, 'an answer', { inReplyToId: question.id })
    assert.doesNotMatch((await see(`/${ada.screenName}`)).html, /an answer/)
    assert.match((await see(`/${ada.screenName}/with_replies`)).html, /In reply to .*an answer/s)
  })

  test(`404/34 when a client of the API requests the page, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/a/with_replies')
  })
}
