/**
 * Checks that docs/tools.md counts all calls of the libraries in Go, Java and R. With WRITE_RESULTS=1, this
 * test writes the calls that each installed library offers to calls.json.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { slowTest } from '../../../test/support/part.ts'
import { needing, sourceOf } from '../support/installs.ts'
import { CALLS_FILE, type CompiledClient, callsOfProgram, libraryCalls } from './calls.ts'
import { askLibrary } from './libraries.ts'

const CLIENTS = [
  'go-twitter',
  'go-twitter-v2',
  'twitter4j',
  'hbc',
  'rtweet',
] as const satisfies readonly CompiledClient[]

for (const client of CLIENTS) {
  slowTest(`calls.json has exactly the calls that ${client} offers`, needing(client), async () => {
    const calls = await askLibrary(client)
    if (process.env['WRITE_RESULTS'] === '1') {
      const all = { ...libraryCalls(), [client]: calls }
      writeFileSync(CALLS_FILE, `${JSON.stringify(all, null, 2)}\n`)
    }
    assert.deepEqual(calls, libraryCalls()[client])
  })
}

test('callsOfProgram divides the calls of a library into those in the sources of the program and the others', () => {
  assert.ok(readFileSync(sourceOf('go/main.go'), 'utf8').includes('client.Timelines.HomeTimeline('))
  const { calls, untried } = callsOfProgram('go-twitter')
  assert.ok(calls.includes('Timelines.HomeTimeline') && !untried.includes('Timelines.HomeTimeline'))
  assert.ok(untried.includes('PremiumSearch.CountFullArchive'))
  assert.ok(callsOfProgram('twitter4j').calls.includes('TwitterStream.filter'))
})
