/** Tests `aviary stream-account` (spec/server.md#commands). Scripts depend on its output. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARTITIONS } from '../../src/log/partition.ts'
import { migratedConfig } from '../support/engines.ts'
import { runMain } from '../support/run-main.ts'

const WHO = ['--email', 'firehose@example.org', '--password', 'battery staple']

function urlsBelow(base: string, label = 'prod', publisher = 'twitter'): string[] {
  const path = `${base}/stream/compliance/accounts/acme/publishers/${publisher}/${label}.json`
  return Array.from({ length: PARTITIONS }, (_, index) => `${path}?partition=${index + 1}`)
}

test('stream-account create prints eight URLs, even when it is repeated, and list shows them', async (t) => {
  const { data } = await migratedConfig(t, 'sqlite')
  const run = (...words: string[]) => runMain(['stream-account', ...words, '--data', data])
  const created = await run('create', 'acme', ...WHO, '--json')
  assert.equal(created.code, 0, created.err)
  const expected = {
    account_name: 'acme',
    publisher: 'twitter',
    label: 'prod',
    urls: urlsBelow('http://localhost:8080'),
  }
  assert.deepEqual(JSON.parse(created.out), expected)
  assert.deepEqual(await run('create', 'acme', ...WHO, '--json'), created)
  assert.match((await run('create', 'acme', ...WHO)).out, /already/)
  const url = ['--url', 'https://stream.example.org/']
  const other = await run('create', 'acme', ...WHO, '--label', 'dev', '--publisher', 'own', '--json', ...url)
  assert.deepEqual(JSON.parse(other.out).urls, urlsBelow('https://stream.example.org', 'dev', 'own'))
  const listed = await run('list', 'acme', '--stream-port', '8443')
  const base = 'http://localhost:8443'
  assert.deepEqual(listed.out.trimEnd().split('\n'), [...urlsBelow(base, 'dev', 'own'), ...urlsBelow(base)])
})

test('stream-account create refuses invalid arguments in one sentence, and changes nothing', async (t) => {
  const { data } = await migratedConfig(t, 'sqlite')
  const run = (...words: string[]) => runMain(['stream-account', ...words, '--data', data])
  const refusals: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['create', 'acme', ...WHO, '--label', 'a/b'], 2, /no name of a publisher or a label/],
    [['create', 'acme', ...WHO, '--url', 'stream.example.org'], 2, /--url takes a URL/],
    [['create', 'a b', ...WHO], 2, /no account name/],
  ]
  for (const [words, code, message] of refusals) {
    const refused = await run(...words)
    assert.equal(refused.code, code)
    assert.match(refused.err, message)
    const listed = await run('list', 'acme', '--json')
    assert.deepEqual([listed.code, listed.out], [1, ''])
    assert.match(listed.err, /^aviary: there is no console account "acme"; "aviary console list" lists /)
  }
  assert.equal((await run('create', 'acme', ...WHO)).code, 0)
  const wrong = ['--email', 'firehose@example.org', '--password', 'another one']
  assert.match((await run('create', 'acme', ...wrong)).err, /has a different password/)
  assert.match((await run('create', 'other', ...WHO)).err, /belongs to the account acme/)
})

test('stream-account remove removes a stream, and fails when it is repeated', async (t) => {
  const { data } = await migratedConfig(t, 'sqlite')
  const run = (...words: string[]) => runMain(['stream-account', ...words, '--data', data])
  assert.equal((await run('create', 'acme', ...WHO)).code, 0)
  assert.equal((await run('create', 'acme', ...WHO, '--label', 'dev')).code, 0)
  const removed = await run('remove', 'acme', '--label', 'dev', '--json')
  assert.equal(removed.code, 0, removed.err)
  const name = { account_name: 'acme', publisher: 'twitter', label: 'dev' }
  assert.deepEqual(JSON.parse(removed.out), { ...name, removed: true })
  const again = await run('remove', 'acme', '--label', 'dev')
  assert.equal(again.code, 1)
  assert.match(again.out, /no stream twitter\/dev/)
  assert.equal(JSON.parse((await run('list', 'acme', '--json')).out).streams.length, 1)
  const unknown = await run('remove', 'nobody', '--label', 'a b')
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  assert.match(unknown.err, /no console account "nobody"; "aviary console list" lists/)
})
