/** Tests GET /:screen_name. The tests for the states of users are in test/pages. */
import { ENGINES } from '../../test/support/engines.ts'
import { assertUnknownToClients, openPages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`404/34 when a client of the API requests the page of a user, on ${engine}`, async (t) => {
    const pages = await openPages(t, engine)
    const { screenName } = await createOneUser(pages.context)
    await assertUnknownToClients(pages, `/${screenName}`)
  })
}
