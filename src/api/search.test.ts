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

  test(`400 spec/pages.md#search: a search has pages of 20 posts; for an invalid query, the page has the reason, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const ada = await createOneUser(context)
    for (let at = 0; at < 25; at += 1) await write(ada, `stork ${at}; #störche`)
    await consumed(context.store, 'search')
    for (const path of ['/search?q=stork']) {
      const { html } = await see(path)
      assert.equal([...html.matchAll(/stork \d+;/g)].length, 20, path)
      const next = must(/rel="next" href="([^"]+)"/.exec(html)?.[1], 'a next page').replaceAll('&#38;', '&')
      assert.equal([...(await see(next)).html.matchAll(/stork \d+;/g)].length, 5, next)
    }
    const refused = await see(`/search?q=${encodeURIComponent('near:"Berlin" owl')}`)
    assert.equal(refused.status, 400)
    assert.match(refused.html, /This query asks for &#34;near:.* leave it out/)
    assert.match(refused.html, /value="near:&#34;Berlin&#34; owl"/)
    assert.equal((await see('/search')).status, 200)
    assert.match((await see('/search?q=nosuchword')).html, /No post matches/)
  })

  test(`404/34 to a client of the API, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/search?q=owl')
  })
}
