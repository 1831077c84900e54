import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { slow } from '../../test/support/part.ts'
import { startTestServer } from '../../test/support/server.ts'
import { createProjectApp } from '../../test/support/streams/rule-suite.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { createOneUser } from '../../test/support/users.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { firstCalls } from './_landing/first-calls.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('spec/console.md#landing-page: the landing page', async (t) => {
  const clock = new TestClock(Date.UTC(2020, 7, 12, 12))
  const { url, context } = await startTestServer(t, { clock })
  const ask = (accept: string | undefined, method = 'GET') =>
    fetch(`${url}/`, { method, headers: accept === undefined ? {} : { accept } })

  await t.test(
    'a browser gets a page with a first API call and the base URLs, with the host of the request',
    async () => {
      const response = await ask(BROWSER)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
      assert.equal(response.headers.get('content-disposition'), null)
      assert.equal(response.headers.get('vary'), 'accept, accept-encoding')
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      const page = await response.text()
      for (const path of ['/2/', '/1.1/', '/labs/2/'])
        assert.ok(page.includes(`<code>${url}${path}</code>`), path)
      assert.ok(page.includes('href="/docs"'))
    },
  )

  await t.test('404/34 other clients get the JSON error of an unknown path', async () => {
    const accepts = [
      undefined,
      '*/*',
      'application/json',
      'text/html;q=0, */*',
      'text/html; q=0.0',
      'text/htmlx',
    ]
    for (const accept of accepts) {
      const response = await ask(accept)
      assert.equal(response.status, 404, `${accept}`)
      assert.equal(response.headers.get('content-type'), 'application/json;charset=utf-8')
      const { errors } = (await response.json()) as { errors: readonly { code: number }[] }
      assert.equal(errors[0]?.code, 34)
    }
    const unknown = await fetch(`${url}/nowhere`)
    const root = await ask('application/json')
    const names = (response: Response) =>
      [...response.headers.keys()].filter((name) => !name.startsWith('x-'))
    assert.deepEqual(names(root), names(unknown))
  })

  await t.test('HEAD is answered like GET, and other methods are unknown', async () => {
    assert.equal((await ask(BROWSER, 'HEAD')).status, 200)
    assert.equal((await ask(BROWSER, 'POST')).status, 404)
  })

  await t.test('every example of a first call works unchanged', slow, async () => {
    const author = await createOneUser(context)
    await createPost(context, { authorId: author.id, text: 'three birds' })
    // Recent search does not find the newest posts, so the clock is advanced.
    clock.advance(60_000)
    const { asApp } = await createProjectApp(context)
    const env = { ...process.env, TOKEN: asApp('GET', url).replace('Bearer ', '') }
    const run = promisify(execFile)
    const programs = {
      curl: (code: string) => run('sh', ['-c', code], { env }),
      Python: (code: string) => run('python3', ['-c', code], { env }),
      Node: (code: string) => run(process.execPath, ['--input-type=module', '-e', code], { env }),
    } as const
    for (const { client, code } of firstCalls(url)) {
      const { stdout } = await programs[client as keyof typeof programs](code)
      assert.match(stdout, /three birds/, client)
    }
  })
})
