import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { API_DATE_HEADER } from '../../src/http/api-date-header.ts'
import { createTestApp, parseExactly } from '../support/api-client.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

type Answered = Readonly<Record<string, unknown>>

test('spec/retired-endpoints.md#fields-by-date: the day of a request decides the fields of its response, even if renderings are cached', async (t) => {
  const { url, context } = await startTestServer(t, {
    settings: { limits: 'off', test_controls: 'on' },
    // The responses are not compared with the API document, because it describes the default day.
    families: publicFamilies(),
  })
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const text = 'long words '.repeat(20).trim()
  const { id } = await createPost(context, { authorId: user.id, text, isLimited: false })
  const get = async (path: string, day: string | undefined): Promise<Answered> => {
    const address = `${url}${path}`
    const headers = {
      authorization: app.asApp('GET', address),
      ...(day === undefined ? {} : { [API_DATE_HEADER]: day }),
    }
    const response = await fetch(address, { headers })
    const body = await response.text()
    assert.equal(response.status, 200, body)
    const answered = parseExactly(body)
    return (Array.isArray(answered) ? answered[0] : answered) as Answered
  }
  // Two of the days are requested three times, because a user list caches the bytes of the second response.
  for (const day of [
    '2019-05-20',
    undefined,
    '2019-05-21',
    '2019-05-20',
    undefined,
    undefined,
    '2019-05-20',
  ]) {
    const lang = day === '2019-05-20' ? 'en' : null
    for (const path of [
      `/1.1/users/lookup.json?user_id=${user.id}&skip_status=true`,
      `/1.1/users/show.json?user_id=${user.id}`,
    ]) {
      assert.equal((await get(path, day))['lang'], lang, `${path} on ${day}`)
    }
  }
  for (const day of ['2016-09-18', undefined, '2016-09-19', '2016-09-18', undefined]) {
    const isOld = day === '2016-09-18'
    for (const path of [`/1.1/statuses/show.json?id=${id}`, `/1.1/statuses/lookup.json?id=${id}`]) {
      const post = await get(`${path}&tweet_mode=extended`, day)
      assert.deepEqual(['full_text' in post, 'text' in post], [!isOld, isOld], `${path} on ${day}`)
      assert.equal((post['user'] as Answered)['lang'], day === undefined ? null : 'en')
    }
    const { status } = await get(`/1.1/users/lookup.json?user_id=${user.id}&tweet_mode=extended`, day)
    assert.equal('full_text' in (status as Answered), !isOld, `the status of a user on ${day}`)
  }
})

test('spec/versioning.md#retired-paths: without test controls, v1.1 uses the default day, whatever day a header names', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { limits: 'off' } })
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  const address = `${url}/1.1/users/show.json?user_id=${id}`
  const response = await fetch(address, {
    headers: { authorization: app.asApp('GET', address), [API_DATE_HEADER]: '2010-01-01' },
  })
  const user = (await response.json()) as Answered
  assert.deepEqual(
    [user['lang'], 'has_extended_profile' in user],
    [null, true],
    'without test controls headers have no effect on the day',
  )
})

test('spec/retired-endpoints.md#fields-by-date: the day of a request determines the maximum length of a post', async (t) => {
  const { url, context } = await startTestServer(t, {
    settings: { limits: 'off', test_controls: 'on' },
    families: publicFamilies(),
  })
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  const signed = await app.asUser(id)
  let texts = 0
  const post = (length: number, day: string, more: Readonly<Record<string, string>> = {}) => {
    texts += 1
    return say(String(texts).padEnd(length, 'x'), day, more)
  }
  const say = async (status: string, day: string, more: Readonly<Record<string, string>> = {}) => {
    const form = { status, ...more }
    const address = `${url}/1.1/statuses/update.json`
    const headers = { authorization: signed('POST', address, form), [API_DATE_HEADER]: day }
    const response = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(form) })
    const body = (await response.json()) as { readonly errors?: readonly { readonly code: number }[] }
    return body.errors?.[0]?.code ?? response.status
  }
  assert.equal(await post(140, '2017-11-06'), 200)
  assert.equal(await post(141, '2017-11-06'), 186)
  assert.equal(await post(280, '2017-11-07'), 200)
  assert.equal(await post(281, '2017-11-07'), 186)
  // This family consists of four people and three joiners. Its length is 11 if each person counts as 2 and each
  // joiner as 1, and 2 if the whole family counts as one emoji.
  const families = '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}'.repeat(26)
  assert.equal(await say(families, '2018-10-09'), 186)
  assert.equal(await say(families, '2018-10-10'), 200)

  const other = await createOneUser(context)
  const answered = await createPost(context, { authorId: other.id, text: 'first', isLimited: false })
  const address = `https://twitter.com/${other.screenName}/status/${answered.id}`
  const quoting = { attachment_url: address }
  assert.equal(await post(116, '2016-09-18', quoting), 200)
  assert.equal(await post(117, '2016-09-18', quoting), 186)
  assert.equal(await post(140, '2016-09-19', quoting), 200)
  const replying = { in_reply_to_status_id: String(answered.id), auto_populate_reply_metadata: 'true' }
  const left = 140 - `@${other.screenName} `.length
  assert.equal(await post(left, '2017-03-29', replying), 200)
  assert.equal(await post(left + 1, '2017-03-29', replying), 186)
  assert.equal(await post(140, '2017-03-30', replying), 200)
})
