import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { clientSnippet, curlLine, exportLine, twarcLine, tweepySnippet } from './paste.ts'
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

// test/cli/demo.test.ts and acceptance/clients/readme.test.ts run them.
describe('lines to paste', () => {
  test('are those that README.md shows', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    assert.ok(readme.includes(`\n${curlLine(PASTED)}\n`), curlLine(PASTED))
    assert.ok(readme.includes(`\n${clientSnippet(PASTED)}\n`), clientSnippet(PASTED))
    const proxy = { url: 'http://localhost:8082', caFile: '$PWD/data/proxy-ca.pem' }
    const python = [exportLine(proxy), twarcLine(PASTED), tweepySnippet(PASTED)].join('\n')
    assert.ok(readme.includes(`\n${python}\n`), python)
  })

  test('leave TLS to the client’s own agent', () => {
    assert.match(clientSnippet(PASTED), /httpAgent: new Agent\(\)/)
    assert.doesNotMatch(clientSnippet({ ...PASTED, url: 'https://localhost:8443' }), /Agent/)
  })
})
