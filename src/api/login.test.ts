import { assertUnknownToClients, openPages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'

const test = slowOnPostgres('sqlite')

test('404/34 when a client of the API requests the page', async (t) => {
  await assertUnknownToClients(await openPages(t, 'sqlite'), '/login')
})
