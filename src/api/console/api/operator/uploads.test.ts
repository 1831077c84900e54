/** Resumable uploads at the desk (spec/console.md#uploads). */
import assert from 'node:assert/strict'
import { readdir, truncate } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { assertProblem } from '../../../../../test/support/console/desk.ts'
import {
  CHUNK_TYPE,
  startImportOf,
  TUS,
  UploadClient,
  userLines,
} from '../../../../../test/support/console/desk-uploads.ts'
import { type Hooks, shareInSuite } from '../../../../../test/support/engines.ts'
import { byPart, slow } from '../../../../../test/support/part.ts'
import { startTestServer, type TestServerOptions } from '../../../../../test/support/server.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { UPLOAD_LIFETIME_MS } from '../../../../transfers/uploads/upload-store.ts'

const MIB = 2 ** 20
const UPLOADS = '/console/api/operator/uploads'

async function startUploads(t: Hooks, options: TestServerOptions = {}) {
  const server = await startTestServer(t, options)
  const operator = await ConsoleClient.signedIn(server, { isOperator: true })
  return { ...server, operator, client: new UploadClient(server.url, operator) }
}

/** Sends half of a chunk, then closes the connection. */
function cutChunk(url: string, path: string, { cookie = '' }: ConsoleClient, offset: number): Promise<void> {
  const headers = {
    ...{ ...TUS, origin: url, cookie, 'upload-offset': String(offset) },
    ...{ 'content-type': CHUNK_TYPE, 'content-length': String(4 * MIB) },
  }
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method: 'PATCH', headers })
    sent.on('error', () => resolve()).on('close', () => resolve())
    sent.write(new Uint8Array(2 * MIB), () => sent.destroy())
  })
}

suite('/console/api/operator/uploads', () => {
  /** One server for all tests that need no settings and no list of uploads. */
  const shared = shareInSuite((hooks) => startUploads(hooks))

  test('201, 204, 200: an upload in chunks, with audit entries', async (t) => {
    const { client, operator, config } = await startUploads(t)
    const created = await client.create('../my posts.json', 10)
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('tus-resumable'), '1.0.0')
    const path = created.headers.get('location') ?? ''
    assert.equal(path, `${UPLOADS}/${created.body.id}`)
    assert.equal(created.body.name, 'my posts.json')
    const first = await client.append(path, 0, Uint8Array.from([1, 2, 3, 4]))
    assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '4'])
    const head = await client.ask('HEAD', path)
    assert.equal(head.status, 200)
    assert.deepEqual(
      ['upload-offset', 'upload-length', 'cache-control'].map((name) => head.headers.get(name)),
      ['4', '10', 'no-store'],
    )
    assert.ok(Date.parse(head.headers.get('upload-expires') ?? '') > Date.now())
    assert.equal((await client.append(path, 4, Uint8Array.from([5, 6, 7, 8, 9, 10]))).status, 204)
    const { body } = await operator.get('/operator/uploads')
    assert.deepEqual(
      body.uploads.map(({ name, offset, length }: Record<string, unknown>) => ({ name, offset, length })),
      [{ name: 'my posts.json', offset: 10, length: 10 }],
    )
    assert.equal(body.max_bytes, 8_192 * MIB)
    assert.equal((await client.ask('DELETE', path)).status, 204)
    assert.deepEqual((await operator.get('/operator/uploads')).body.uploads, [])
    assert.deepEqual(await readdir(join(config.data, 'uploads')), [])
    const { entries } = (await operator.get('/operator/audit')).body
    assert.deepEqual(
      entries.map(({ action, subject }: { action: string; subject: { name: string } }) => [
        action,
        subject.name,
      ]),
      [
        ['upload.remove', 'my posts.json'],
        ['upload.create', 'my posts.json'],
      ],
    )
  })

  test('a large upload continues after an interrupted request, and after a restart', async (t) => {
    const { client, operator, config, close, url } = await startUploads(t)
    const chunk = new Uint8Array(byPart(3, 8) * MIB)
    const length = 3 * chunk.length
    const { headers } = await client.create('large.bin', length)
    const path = headers.get('location') ?? ''
    const offset = String(chunk.length)
    assert.equal((await client.append(path, 0, chunk)).headers.get('upload-offset'), offset)
    await cutChunk(url, path, operator, chunk.length)
    assert.equal((await client.ask('HEAD', path)).headers.get('upload-offset'), offset)
    await close()
    const again = await startTestServer(t, { config })
    const resumed = new UploadClient(again.url, operator)
    assert.equal((await resumed.ask('HEAD', path)).headers.get('upload-offset'), offset)
    await resumed.append(path, chunk.length, chunk)
    const last = await resumed.append(path, 2 * chunk.length, chunk)
    assert.equal(last.headers.get('upload-offset'), String(length))
  })

  test('an upload of more than 2 GiB continues at an offset above 32 bits, and can be removed', async (t) => {
    const { client, operator, config } = await startUploads(t)
    const [length, stored] = [2_049 * MIB, 2_048 * MIB]
    const { headers, body } = await client.create('archive.zip', length)
    const path = headers.get('location') ?? ''
    // A sparse file of the size that earlier chunks would have stored.
    await truncate(join(config.data, 'uploads', body.id, 'archive.zip'), stored)
    assert.equal((await client.ask('HEAD', path)).headers.get('upload-offset'), String(stored))
    const { status, headers: after } = await client.append(path, stored, new Uint8Array(MIB))
    assert.deepEqual([status, after.get('upload-offset')], [204, String(length)])
    assert.equal((await operator.get('/operator/uploads')).body.uploads[0].offset, length)
    assert.equal((await client.ask('DELETE', path)).status, 204)
    assert.deepEqual(await readdir(join(config.data, 'uploads')), [])
  })

  // This test is slow, because the clock runs the timers of three days.
  test('an upload expires three days after its last chunk', slow, async (t) => {
    const clock = new TestClock(Date.UTC(2020, 8, 1))
    const server = await startUploads(t, { clock })
    const { client } = server
    const { headers, body } = await client.create('a', 10)
    const path = headers.get('location') ?? ''
    assert.equal(body.expires_at, clock.now() + UPLOAD_LIFETIME_MS)
    clock.advance(3_600_000)
    await client.append(path, 0, Uint8Array.from([1]))
    assert.equal((await client.ask('GET', path)).body.expires_at, clock.now() + UPLOAD_LIFETIME_MS)
    clock.advance(UPLOAD_LIFETIME_MS)
    // The session has expired too.
    const again = await ConsoleClient.signedIn(server, { isOperator: true })
    await new UploadClient(server.url, again).create('b', 10)
    const { uploads } = (await again.get('/operator/uploads')).body
    assert.deepEqual(
      uploads.map(({ name }: { name: string }) => name),
      ['b'],
    )
  })

  test('412/upload-version-wrong without the header tus-resumable, and for another version', async () => {
    const { client } = await shared()
    const wrong = { 'tus-resumable': '0.2.2' }
    assertProblem(await client.ask('POST', UPLOADS, wrong), '412/upload-version-wrong')
    assertProblem(await client.ask('PATCH', `${UPLOADS}/1`, wrong), '412/upload-version-wrong')
  })

  test('400/upload-header-wrong for a header that is not a number of bytes', async () => {
    const { client } = await shared()
    for (const length of ['', '-1', '1.5', 'NaN', '1e3', '9'.repeat(16)])
      assertProblem(await client.create('a', length), '400/upload-header-wrong')
    const { headers } = await client.create('a', 10)
    const wrong = { 'upload-offset': 'x', 'content-type': CHUNK_TYPE }
    const answer = await client.ask('PATCH', headers.get('location') ?? '', wrong, Uint8Array.from([1]))
    assertProblem(answer, '400/upload-header-wrong')
  })

  test('413/upload-too-large beyond the maximum size in the settings', async (t) => {
    const { client } = await startUploads(t, { settings: { import_upload_mib: '1' } })
    assert.equal((await client.create('a', MIB)).status, 201)
    assertProblem(await client.create('a', MIB + 1), '413/upload-too-large')
  })

  test('413/too-large for a chunk of more than 8 MiB', async () => {
    const { client } = await shared()
    const { headers } = await client.create('a', 9 * MIB)
    const answer = await client.append(headers.get('location') ?? '', 0, new Uint8Array(8 * MIB + 1))
    assertProblem(answer, '413/too-large')
  })

  test('409/uploads-too-many beyond the maximum number in the settings', async (t) => {
    const { client } = await startUploads(t, { settings: { import_uploads: '2' } })
    await client.create('a', 1)
    const { headers } = await client.create('b', 1)
    assertProblem(await client.create('c', 1), '409/uploads-too-many')
    await client.ask('DELETE', headers.get('location') ?? '')
    assert.equal((await client.create('c', 1)).status, 201)
  })

  test('415/upload-type-wrong for a chunk of another type', async () => {
    const { client } = await shared()
    const { headers } = await client.create('a', 10)
    const wrong = { 'upload-offset': '0', 'content-type': 'application/octet-stream' }
    const answer = await client.ask('PATCH', headers.get('location') ?? '', wrong, Uint8Array.from([1]))
    assertProblem(answer, '415/upload-type-wrong')
  })

  test('409/upload-offset-wrong has the right offset, also for the second of two chunks at the same time', async () => {
    const { client } = await shared()
    const { headers } = await client.create('a', 10)
    const path = headers.get('location') ?? ''
    const chunk = Uint8Array.from([1, 2])
    const both = await Promise.all([client.append(path, 0, chunk), client.append(path, 0, chunk)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409])
    const refused = await client.append(path, 5, chunk)
    assertProblem(refused, '409/upload-offset-wrong')
    assert.equal(refused.headers.get('upload-offset'), '2')
  })

  test('400/upload-beyond-length for a chunk that is too long', async () => {
    const { client } = await shared()
    const { headers } = await client.create('a', 3)
    const answer = await client.append(headers.get('location') ?? '', 0, Uint8Array.from([1, 2, 3, 4]))
    assertProblem(answer, '400/upload-beyond-length')
  })

  test('404/upload-not-found for unknown and invalid ids', async () => {
    const { client } = await shared()
    for (const id of ['0'.repeat(32), 'x', '..%2f..%2faviary.db']) {
      for (const method of ['GET', 'DELETE'])
        assertProblem(await client.ask(method, `${UPLOADS}/${id}`), '404/upload-not-found')
      assertProblem(await client.append(`${UPLOADS}/${id}`, 0, Uint8Array.from([1])), '404/upload-not-found')
    }
  })

  test('409/upload-in-use while an import reads the file', slow, async (t) => {
    const { client, operator } = await startUploads(t)
    const id = await client.upload('a.jsonl', userLines(1))
    await startImportOf(operator, [id])
    assertProblem(await client.ask('DELETE', `${UPLOADS}/${id}`), '409/upload-in-use')
  })

  test('403/operators-only for another user of the console', async () => {
    const server = await shared()
    const client = new UploadClient(
      server.url,
      await ConsoleClient.signedIn(server, { accountName: 'other' }),
    )
    assertProblem(await client.create('a', 1), '403/operators-only')
    assertProblem(await client.append(`${UPLOADS}/1`, 0, Uint8Array.from([1])), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { client } = await shared()
    const site = { origin: 'https://evil.example' }
    for (const [method, path] of [
      ['POST', UPLOADS],
      ['PATCH', `${UPLOADS}/1`],
      ['DELETE', `${UPLOADS}/1`],
    ] as const)
      assertProblem(await client.ask(method, path, site), '403/foreign-origin')
  })
})
