import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientSnippet } from './paste.ts'
import { TOP } from './people.ts'

const PASTED = {
  url: 'http://localhost:8080',
  screenName: TOP.screenName,
  credentials: {
    bearerToken: 'AAAA…%3D',
    consumerKey: '…',
    clientId: '…',
    consumerSecret: '…',
    accessToken: '…',
    accessTokenSecret: '…',
    screenName: 'demo',
    password: undefined,
  },
}

// test/cli/demo.test.ts runs all of these commands.
describe('lines to paste', () => {
  test('only the line for an http URL passes an HTTP agent to the client, which otherwise uses TLS', () => {
    assert.match(clientSnippet(PASTED), /httpAgent: new Agent\(\)/)
    assert.doesNotMatch(clientSnippet({ ...PASTED, url: 'https://localhost:8443' }), /Agent/)
  })
})
