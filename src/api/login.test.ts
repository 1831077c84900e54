import { slowOnPostgres } from '../../test/support/part.ts'
import { assertUnknownToClients, openPages } from '../../test/support/public-pages.ts'

const test = slowOnPostgres('sqlite')

test('404/34 to a client of the API', async (t) => {
  await assertUnknownToClients(await openPages(t, 'sqlite'), '/login')
})
