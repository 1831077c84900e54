import assert from 'node:assert/strict'
import { consumed } from '../../test/support/consumed.ts'
import { ENGINES } from '../../test/support/engines.ts'
import { assertUnknownToClients, sharePages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'
import { must } from '../lib/assert.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`404 spec/pages.md#search: the page of a hashtag has posts of any age; other texts are not hashtags, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const ada = await createOneUser(context)
    for (let at = 0; at < 25; at += 1) await write(ada, `stork ${at}; #störche`)
    await consumed(context.store, 'search')
    const { html } = await see(`/hashtag/${encodeURIComponent('STÖRCHE')}`)
    assert.equal([...html.matchAll(/stork \d+;/g)].length, 20)
    const next = must(/rel="next" href="([^"]+)"/.exec(html)?.[1], 'a next page')
    assert.equal([...(await see(next)).html.matchAll(/stork \d+;/g)].length, 5)
    for (const tag of ['a%20b', 'a%22', '%3Cb%3E', 'x'.repeat(140)])
      assert.equal((await see(`/hashtag/${tag}`)).status, 404)
  })

  test(`404/34 to a client of the API, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/hashtag/owl')
  })
}
