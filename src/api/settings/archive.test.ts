import assert from 'node:assert/strict'
import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { shareInSuite, temporaryDirectory } from '../../../test/support/engines.ts'
import { type MemberBrowser, openMembers, PASSWORD } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { changePicture } from '../../domain/accounts/change-picture.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { ZipFile } from '../../files/zip.ts'

const test = slowOnPostgres('sqlite')

/** One server for all tests that do not wait for running downloads. The names of their members differ. */
const shared = shareInSuite((hooks) => openMembers(hooks, 'sqlite'))

/** Posts the form of the archive. @returns the response */
async function download({ visitor, url }: MemberBrowser, password = PASSWORD): Promise<Response> {
  const form = formOn(await visitor.get('/settings/account'), '/archive')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${url}${form.action}`, {
    method: 'POST',
    headers: { cookie, origin: url },
    body: new URLSearchParams({ ...form.fields, password }),
  })
}

test('spec/pages.md#archive: a member who enters the password downloads the archive of the account', async (t) => {
  const { join: joins, context } = await shared()
  const ada = await joins('ada')
  const bob = await joins('bob')
  await createPost(context, { authorId: ada.user.id, text: 'the heron of ada' })
  await createPost(context, { authorId: bob.user.id, text: 'the goose of bob' })
  const response = await download(ada.browser)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="aviary-ada-[\d-]+\.zip"$/,
  )
  assert.match(response.headers.get('cache-control') ?? '', /no-store/)
  const file = join(await temporaryDirectory(t), 'archive.zip')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const zip = await ZipFile.open(file)
  const texts: string[] = []
  for (const member of zip.members) for await (const piece of zip.read(member)) texts.push(piece.toString())
  await zip.close()
  const all = texts.join('')
  assert.match(all, /the heron of ada/)
  assert.doesNotMatch(all, /goose|bob/)
})

test('403 a wrong password, and forms of other members', async () => {
  const { join: joins } = await shared()
  const carol = await joins('carol')
  const dan = await joins('dan')
  const wrong = await download(carol.browser, 'wrong')
  assert.equal(wrong.status, 403)
  assert.match(await wrong.text(), /current password is wrong/)
  const form = formOn(await carol.browser.get('/settings/account'), '/archive')
  assert.equal((await dan.browser.post(form, { password: PASSWORD })).status, 403)
})

test('429 for more than five archives a day', async () => {
  const { join: joins } = await shared()
  const { browser } = await joins('erin')
  for (let at = 0; at < 5; at += 1) {
    const response = await download(browser)
    assert.equal(response.status, 200)
    await response.arrayBuffer()
  }
  assert.equal((await download(browser)).status, 429)
})

/** The archive is larger than the buffers of a connection, so the download lasts until the client reads it. */
const LARGE_BYTES = 64 * 1024 * 1024

test('503 for more than two archives at once; refused downloads do not count for the daily limit', async (t) => {
  const { join: joins, context, config } = await openMembers(t, 'sqlite')
  const media = mediaToolsOf(config, context)
  const slow: MemberBrowser[] = []
  for (const name of ['ada', 'bob']) {
    const { user, browser } = await joins(name)
    const file = await media.staging.of([await jpeg({ width: 60, height: 40 })])
    const input = { userId: user.id, picture: 'image', origin: 'http://localhost' } as const
    await changePicture({ ...context, media }, input, file)
    slow.push(browser)
  }
  const folder = join(config.data, 'media')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), LARGE_BYTES)
  const { browser } = await joins('eve')
  const held = await Promise.all(slow.map((each) => download(each)))
  assert.deepEqual(
    held.map(({ status }) => status),
    [200, 200],
  )
  for (let at = 0; at < 6; at += 1) assert.equal((await download(browser)).status, 503)
  await held[0]?.body?.cancel()
  const statuses: number[] = []
  await waitUntil(async () => {
    const response = await download(browser)
    await response.arrayBuffer()
    statuses.push(response.status)
    return response.status === 429
  })
  assert.deepEqual(
    statuses.filter((status) => status !== 503),
    [200, 200, 200, 200, 200, 429],
  )
  await held[1]?.body?.cancel()
})
