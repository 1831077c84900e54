import assert from 'node:assert/strict'
import sharp from 'sharp'
import { ENGINES } from '../../../test/support/engines.ts'
import { type MemberBrowser, openMembers, shareMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'

type Parts = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>

/** Sends the form of pictures, with empty parts for fields without a file. */
async function send(browser: MemberBrowser, parts: Parts, cookies = browser.visitor.cookies) {
  const form = formOn(await browser.get('/settings/account'), '/pictures')
  const body = new FormData()
  body.set('authenticity_token', form.fields['authenticity_token'] ?? '')
  for (const [name, value] of Object.entries({
    image: new Uint8Array(0),
    banner: new Uint8Array(0),
    ...parts,
  }))
    body.set(name, typeof value === 'string' ? value : new File([value], 'p.png', { type: 'image/png' }))
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${browser.url}/settings/pictures`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { cookie, origin: browser.url },
  })
  return { status: answer.status, html: await answer.text() }
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const made = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  return new Uint8Array(await made.png().toBuffer())
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#settings: a member changes picture and banner, on ${engine}`, async (t) => {
    const { join, context, url } = await openMembers(t, engine)
    const { browser, user } = await join('ada')
    const profile = async () => (await findFullUsers(context.store, [user.id])).get(user.id)?.profile
    const file = await picture()
    assert.equal((await send(browser, { image: file, banner: file })).status, 303)
    const { imageUrl, bannerUrl } = (await profile()) ?? {}
    assert.ok(imageUrl?.startsWith(`${url}/profile_images/${user.id}/`))
    assert.ok(bannerUrl?.startsWith(`${url}/profile_banners/${user.id}/`))
    assert.equal((await fetch(imageUrl ?? '')).status, 200)
    const half = await send(browser, { image: file, banner: new TextEncoder().encode('no picture') })
    assert.equal(half.status, 403)
    assert.match(half.html, /The banner cannot be used.*The picture is saved\./)
    assert.notEqual((await profile())?.imageUrl, imageUrl)
    assert.equal((await profile())?.bannerUrl, bannerUrl)
    assert.equal((await send(browser, { remove_banner: 'true' })).status, 303)
    assert.equal((await profile())?.bannerUrl, undefined)
    assert.doesNotMatch((await browser.get('/settings/account')).html, /Remove the banner/)
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. The names of their members differ. */
const shared = shareMembers('sqlite')

test('403 settings/pictures: without a file, for a file that is not a picture, and for forms of other visitors', async () => {
  const { join } = await shared()
  const { browser } = await join('ada')
  const file = await picture()
  for (const [parts, said] of [
    [{}, /Choose a picture or a banner/],
    [{ image: new TextEncoder().encode('no picture') }, /The picture cannot be used\. Choose a JPEG/],
    [{ image: file, authenticity_token: 'x' }, /This form has expired/],
  ] as const) {
    const { status, html } = await send(browser, parts)
    assert.equal(status, 403)
    assert.match(html, said)
  }
  assert.equal((await send(browser, { image: file }, new Map())).status, 403)
})

test('413 settings/pictures: a file of more than 5 MB', async () => {
  const { join } = await shared()
  const { browser } = await join('bob')
  assert.equal((await send(browser, { image: new Uint8Array(6 * 1024 * 1024) })).status, 413)
})
