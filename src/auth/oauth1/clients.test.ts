/** Complete requests of well-known clients (spec/clients.md#signed-requests). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAccepted, PROTOCOL, signedFacts } from '../../../test/support/oauth/oauth-facts.ts'
import { readCredentials } from './credentials.ts'

describe('requests of well-known clients', () => {
  const query: [string, string][] = [['status', 'Hello, world! (*)']]

  test('spec/clients.md#requests: tweepy posts everything in the query, without body and content type', () => {
    assert.ok(isAccepted(signedFacts({ query, form: [] })))
  })

  test('spec/clients.md#requests: twit posts an empty body of the type application/json', () => {
    const request = signedFacts({ query, form: [] })
    for (const form of [undefined, '']) {
      assert.ok(isAccepted({ ...request, contentType: 'application/json', form }))
    }
  })

  test('spec/clients.md#requests: twit sends a JSON content type with GET and DELETE', () => {
    for (const method of ['GET', 'DELETE']) {
      assert.ok(isAccepted({ ...signedFacts({ method, form: [] }), contentType: 'application/json' }), method)
    }
  })

  test('spec/clients.md#requests: twit uploads media as a form with base64, including + / and =', () => {
    const form: [string, string][] = [['media_data', Buffer.alloc(30_000, 'ÿ?~').toString('base64')]]
    assert.match(form[0]?.[1] ?? '', /\+.*\//)
    assert.ok(isAccepted(signedFacts({ path: '/1.1/media/upload.json', query: [], form })))
  })

  test('spec/clients.md#requests: twitter-api-v2 uploads media as multipart, whose content is not signed', () => {
    const request = signedFacts({ path: '/1.1/media/upload.json', form: [] })
    assert.ok(isAccepted({ ...request, contentType: 'multipart/form-data; boundary=a', form: undefined }))
  })

  test('spec/clients.md#signed-requests: a request without oauth_callback has no callback', () => {
    const { oauth_token: _, ...protocol } = PROTOCOL
    const credentials = readCredentials(signedFacts({ path: '/oauth/request_token', protocol, form: [] }))
    assert.ok(credentials.kind === 'signed' && credentials.callback === undefined)
  })

  test('spec/clients.md#signed-requests: the signed URL is the URL that the client requested, also behind a proxy', () => {
    // The proxy connects by plain HTTP to another port. The server signs the scheme and the host that the client used.
    assert.ok(isAccepted({ ...signedFacts({ scheme: 'https' }), host: 'API.example.com:443' }))
    assert.ok(!isAccepted({ ...signedFacts({ scheme: 'https' }), scheme: 'http', host: 'localhost:8080' }))
  })
})
