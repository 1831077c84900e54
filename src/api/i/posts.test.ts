import assert from 'node:assert/strict'
import sharp from 'sharp'
import { ENGINES } from '../../../test/support/engines.ts'
import { MemberBrowser, openMembers, shareMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#writing: a picture with its description, on ${engine}`, async (t) => {
    const { join, url } = await openMembers(t, engine)
    const { browser } = await join('ada')
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const send = async (file: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
      const form = formOn(await browser.get('/home'), '/i/posts')
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...form.fields, ...more }))
        if (name !== 'picture') body.set(name, value)
      body.set('picture', new File([file], 'p.png', { type: 'image/png' }))
      const cookie = [...browser.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return fetch(`${url}/i/posts`, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { cookie, origin: url },
      })
    }
    const picture = new Uint8Array(png)
    assert.equal((await send(picture, { text: 'Look', alt: 'a teal <b>field' })).status, 303)
    assert.match((await browser.get('/home')).html, /<img[^>]*alt="a teal (&#60;|&lt;)b/)
    const bad = await send(new TextEncoder().encode('no picture'), { text: 'typed text' })
    assert.equal(bad.status, 403)
    assert.match(await bad.text(), /This picture cannot be used.*typed text/s)
    assert.equal((await send(new Uint8Array(0), { text: 'no file' })).status, 303)
    assert.equal((await send(new Uint8Array(20_000_000))).status, 413)
    assert.equal((await send(picture, { authenticity_token: 'x' })).status, 403)
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. The names of their members differ. */
const shared = shareMembers('sqlite')

test('403 after a refused text, the form shows the text again', async () => {
  const { join } = await shared()
  const { browser } = await join('eve')
  const form = formOn(await browser.get('/home'), '/i/posts')
  for (const [text, said] of [
    ['', /Write a text/],
    ['x'.repeat(281), /too long.*x{281}/s],
  ] as const) {
    const page = await browser.post(form, { text })
    assert.equal(page.status, 403)
    assert.match(page.html, said)
  }
  await browser.post(form, { text: 'once' })
  assert.match((await browser.post(form, { text: 'once' })).html, /written this already/)
})

test('403 forms of other visitors, of other sites and for other actions', async () => {
  const { join, url } = await shared()
  const ada = await join('ada')
  const bob = await join('bob')
  const form = formOn(await ada.browser.get('/home'), '/i/posts')
  assert.equal((await bob.browser.post(form, { text: 'stolen' })).status, 403)
  assert.equal((await new MemberBrowser(url).post(form, { text: 'anonymous' })).status, 403)
  const foreign = { origin: 'https://evil.example' }
  assert.equal((await ada.browser.visitor.post(form, { text: 'foreign' }, foreign)).status, 403)
  const action = {
    action: '/i/actions/user',
    fields: { ...form.fields, id: String(bob.user.id), act: 'follow' },
  }
  assert.equal((await ada.browser.post(action)).status, 403)
  const follow = (await ada.browser.get('/bob')).forms.find(({ acts }) => acts.includes('follow'))
  assert.ok(follow)
  assert.equal((await ada.browser.post(follow, { act: 'block' })).status, 403)
  assert.equal((await ada.browser.post(follow, { act: 'follow', back: '//evil.example' })).location, '/home')
})
