import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { openPages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#search-engines: listed pages have descriptions for search engines, and search engines must not index pages of results, on ${engine}`, async (t) => {
    const { url, context, see, write } = await openPages(t, engine)
    const ada = await createOneUser(context)
    const { id } = await write(ada, 'to be listed')
    const post = (await see(`/${ada.screenName}/status/${id}`)).html
    assert.match(post, /name="robots" content="index, noarchive"/)
    assert.match(post, new RegExp(`property="og:url" content="${url}/${ada.screenName}/status/${id}"`))
    assert.match(post, /property="og:description" content="to be listed"/)
    assert.match((await see('/search?q=owl')).html, /content="noindex, nofollow"/)
    const robots = await see('/robots.txt', {})
    assert.match(robots.html, /^User-agent: \*\nDisallow: \/1\.1\/\n/)
    assert.doesNotMatch(robots.html, /Disallow: \/\n/)
    // The rules must not match profile pages such as those of the users searchlight and docsfan.
    assert.doesNotMatch(robots.html, /Disallow: \/(?:search|docs|console|oauth|settings)\n/)
  })
}

for (const [publicPages, disallowed] of [
  ['unlisted', /^User-agent: \*\nDisallow: \/\n$/],
  ['off', undefined],
] as const) {
  slowOnPostgres('sqlite')(
    `spec/pages.md#search-engines: public pages that are ${publicPages}`,
    async (t) => {
      const { context, see } = await openPages(t, 'sqlite', publicPages)
      const user = await createOneUser(context)
      const profile = await see(`/${user.screenName}`)
      const robots = await see('/robots.txt', {})
      if (disallowed === undefined) {
        for (const { status, html } of [profile, robots]) {
          assert.equal(status, 404)
          assert.equal(JSON.parse(html).errors[0].code, 34)
        }
        return
      }
      assert.match(profile.html, /name="robots" content="noindex, nofollow"/)
      assert.match(robots.html, disallowed)
    },
  )
}
