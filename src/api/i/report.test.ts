import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { openMembers, shareMembers } from '../../../test/support/http/members.ts'
import { assertUnknownToClients } from '../../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { createReport, MAX_REPORTS_PER_DAY } from '../../domain/reports/create-report.ts'
import { listReports } from '../../domain/reports/list-reports.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#reports: a member reports a post and a user, on ${engine}`, async (t) => {
    const { join, context } = await openMembers(t, engine)
    const ada = await join('ada')
    const bob = await join('bob')
    const { id } = await createPost(context, { authorId: ada.user.id, text: 'Buy <b>this</b>' })
    const path = `/i/web/status/${id}`
    const { html } = await bob.browser.get(`/ada/status/${id}`)
    const link = `/i/report?post=${id}&amp;back=${encodeURIComponent(path)}`
    assert.ok(html.includes(`href="${link}"`))
    assert.doesNotMatch((await ada.browser.get(`/ada/status/${id}`)).html, /i\/report/)

    const page = await bob.browser.get(link.replace('&amp;', '&'))
    assert.equal(page.status, 200)
    assert.match(page.html, /Buy &#60;b&#62;this/)
    const form = page.forms.find(({ action }) => action === '/i/report')
    assert.ok(form)
    const none = await bob.browser.post(form, { reason: '', comment: 'a <i>scam</i>' })
    assert.equal(none.status, 403)
    assert.match(none.html, /Choose a reason/)
    assert.match(none.html, /a &#60;i&#62;scam/)
    const long = await bob.browser.post(form, { reason: 'spam', comment: 'x'.repeat(1_001) })
    assert.deepEqual([long.status, /up to 1000 characters/.test(long.html)], [403, true])
    const sent = await bob.browser.post(form, { reason: 'spam', comment: 'line\r\nline' })
    assert.equal(sent.status, 200)
    assert.match(sent.html, /Your report is sent/)
    assert.ok(sent.html.includes(`href="${path}"`))

    const profile = await bob.browser.get('/ada')
    assert.match(profile.html, new RegExp(`/i/report\\?user=${ada.user.id}&amp;back=%2Fada`))
    const user = await bob.browser.get(`/i/report?user=${ada.user.id}&back=/ada`)
    const other = user.forms.find(({ action }) => action === '/i/report')
    assert.ok(other)
    // The token of a form is valid only for the reported object.
    assert.equal((await bob.browser.post(other, { user: String(bob.user.id) })).status, 403)
    await bob.browser.post(other, { reason: 'impersonation' })
    const { items } = await listReports(context.store, { state: 'open' }, { count: 10 })
    assert.deepEqual(
      items.map(({ reason, comment, postId, reporterId }) => [reason, comment, postId, reporterId]),
      [
        ['impersonation', '', null, bob.user.id],
        ['spam', 'line\nline', id, bob.user.id],
      ],
    )
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. */
const shared = shareMembers('sqlite')

test('403 for the member’s own post and profile, 404 for an unknown post or user; a visitor signs in first', async () => {
  const { join, context, url } = await shared()
  const ada = await join('ada')
  const { id } = await createPost(context, { authorId: ada.user.id, text: 'mine' })
  const status = async (query: string) => (await ada.browser.get(`/i/report?${query}`)).status
  assert.equal(await status(`post=${id}`), 403)
  assert.equal(await status(`user=${ada.user.id}`), 403)
  assert.deepEqual([await status('post=1'), await status('user=1'), await status('')], [404, 404, 404])
  const headers = { accept: 'text/html' }
  const visitor = await fetch(`${url}/i/report?post=${id}`, { redirect: 'manual', headers })
  assert.deepEqual([visitor.status, visitor.headers.get('location')], [303, '/login'])
})

test('403 a report above the daily limit, with a message about the limit', async () => {
  const { join, context } = await shared()
  const carol = await join('carol')
  const dan = await join('dan')
  for (let at = 0; at <= MAX_REPORTS_PER_DAY; at += 1) {
    const { id: postId } = await createPost(context, { authorId: carol.user.id, text: `post ${at}` })
    if (at < MAX_REPORTS_PER_DAY - 1) {
      await createReport(context, { reporterId: dan.user.id, subject: { postId }, reason: 'other' })
      continue
    }
    const page = await dan.browser.get(`/i/report?post=${postId}&back=//evil.example`)
    const form = page.forms.find(({ action }) => action === '/i/report')
    assert.ok(form)
    const sent = await dan.browser.post(form, { reason: 'other' })
    if (at < MAX_REPORTS_PER_DAY) assert.match(sent.html, /href="\/home">Back/)
    else assert.match(sent.html, /too many reports today/)
  }
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/i/report')
})
