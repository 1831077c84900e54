import { assertUnknownToClients, openPages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'

const test = slowOnPostgres('sqlite')

test('404/34 to a client of the API', async (t) => {
  await assertUnknownToClients(await openPages(t, 'sqlite'), '/mentions')
})
