import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertUnknownToClients, sharePages } from '../../../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { createOneUser } from '../../../../test/support/users.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`303 spec/pages.md#addresses: redirects to the page of the post; 404 for an unknown post, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const ada = await createOneUser(context)
    const { id } = await write(ada, 'a post')
    const { status, headers } = await see(`/i/web/status/${id}`)
    assert.equal(status, 303)
    assert.equal(headers.get('location'), `/${ada.screenName}/status/${id}`)
    for (const unknown of ['1', 'x']) assert.equal((await see(`/i/web/status/${unknown}`)).status, 404)
  })

  test(`404/34 when a client of the API requests the page, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/i/web/status/1')
  })
}
