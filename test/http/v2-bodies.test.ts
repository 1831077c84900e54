/**
 * Tests that responses of API v2 have bodies (spec/v2.md#bodies). Clients of API v2 parse every response as
 * JSON.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { V2_ENDPOINTS } from '../../src/api/2/_endpoints.ts'
import { startTestServer } from '../support/server.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'

/** Paths whose responses are not JSON objects: files that clients read as lines, and the API document. */
const OTHERS =
  /^\/2\/(compliance\/jobs\/:id\/(download|upload)|openapi\.json|tweets\/(search|sample)\/stream)$/

test('spec/v2.md#bodies: every call declares a response with a body', () => {
  const wrong: string[] = []
  for (const { method, paths, answers = [] } of V2_ENDPOINTS) {
    for (const { status = 200, schema } of answers) {
      const isOther = paths.every((path) => OTHERS.test(path))
      if (
        isOther
          ? status !== 200 && status !== 304
          : (status !== 200 && status !== 201) || schema === undefined
      )
        wrong.push(`${method} ${paths.join()}: ${status}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('spec/v2.md#bodies: all errors are JSON objects, even if the router finds no endpoint', async (t) => {
  const { url, context } = await startTestServer(t, { engine: 'sqlite' })
  const app = await createProjectApp(context)
  const cases = [
    ['GET', '/2/no/such/path'],
    ['PATCH', '/2/tweets/20'],
    ['GET', '/2/tweets?ids=%zz'],
    ['GET', '/2/tweets'],
    ['POST', '/2/tweets'],
    ['DELETE', '/2/users/1/likes/x'],
  ] as const
  for (const [method, path] of cases) {
    for (const authorization of [undefined, app.asApp(method, `${url}${path}`)]) {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await fetch(`${url}${path}`, { method, headers })
      const name = `${method} ${path}: ${response.status}`
      assert.ok(response.status >= 400, name)
      assert.match(response.headers.get('content-type') ?? '', /^application\/(problem\+)?json/, name)
      const body: unknown = await response.json()
      assert.ok(typeof body === 'object' && body !== null && !Array.isArray(body), name)
    }
  }
})

test('spec/v2.md#request-forms: a body that is not sent as JSON is refused with the recorded message', async (t) => {
  const { url, context } = await startTestServer(t, { engine: 'sqlite' })
  const { id } = await createOneUser(context)
  const credentials = await (await createProjectApp(context)).asUser(id)
  const post = async (contentType: string | undefined, body: string) => {
    const headers = {
      authorization: credentials('POST', `${url}/2/tweets`),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    }
    const response = await fetch(`${url}/2/tweets`, { method: 'POST', headers, body: Buffer.from(body) })
    return { status: response.status, body: (await response.json()) as { errors?: unknown } }
  }
  const message = 'Requests with bodies must have content-type of application/json.'
  for (const contentType of [undefined, 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status, body } = await post(contentType, '{"text":"Hello"}')
    assert.deepEqual([status, body.errors], [400, [{ parameters: {}, message }]], String(contentType))
  }
  assert.equal((await post('Application/JSON; charset=utf-8', '{"text":"Hello"}')).status, 201)
})
