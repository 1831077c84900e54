/** `--json` of the commands: one object, keys in snake case, the same name for the same thing, ids as strings. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

/** Names that one of the commands could use for something that has another name in all others. */
const SYNONYMS: Readonly<Record<string, string>> = {
  username: 'screen_name',
  handle: 'screen_name',
  application_id: 'app_id',
  next_cursor: 'next',
  cursor: 'next',
  account: 'account_name',
  mail: 'email',
  path: 'file',
  size: 'bytes',
  errors: 'faults',
  created: 'created_at',
}

function checkKeys(value: unknown, at: string): void {
  if (Array.isArray(value)) for (const item of value) checkKeys(item, `${at}[]`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [key, member] of Object.entries(value)) {
    assert.match(key, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, `${at}.${key} is not in snake case`)
    const usual = SYNONYMS[key]
    assert.equal(usual, undefined, `${at}.${key} has the name ${usual} in other commands`)
    if (/(^|_)id$/.test(key) && member !== null) {
      assert.equal(typeof member, 'string', `${at}.${key} is not a string`)
    }
    checkKeys(member, `${at}.${key}`)
  }
}

test('one object on standard output, with the same keys everywhere', async (t) => {
  const folder = await temporaryDirectory(t)
  const place = ['--data', join(folder, 'data'), '--json']
  const run = async (...words: readonly string[]) => {
    const { code, out, err } = await runMain([...words, ...place])
    assert.equal(code, 0, `${words.join(' ')}: ${err}`)
    assert.equal(out.trimEnd().split('\n').length, 1, words.join(' '))
    const result = JSON.parse(out) as Record<string, unknown>
    checkKeys(result, `aviary ${words.slice(0, 2).join(' ')} `)
    return result
  }
  await run('migrate')
  await run('user', 'create', 'ada')
  const app = await run('app', 'create', 'An app', '--owner', 'ada')
  const id = String(app['id'] ?? app['app_id'])
  await run('user', 'show', 'ada')
  await run('user', 'protect', 'ada')
  await run('app', 'show', id)
  await run('app', 'labs', id, 'out')
  await run('token', 'create', '--app', id, '--user', 'ada')
  await run('stream-account', 'create', 'acme', '--email', 'a@example.org', '--password', 'a-long-password')
  await run('stream-account', 'list', 'acme')
  await run('console', 'link')
  await run('proxy-hint')
  await run('webhook', 'list', id)
  await run('failed', 'list')
  await run('verify')
  await run('backup', join(folder, 'backup.tar.gz'))
  await run('config')
  for (const [words, name] of [
    [['app', 'list'], 'apps'],
    [['token', 'list'], 'tokens'],
    [['project', 'list'], 'projects'],
    [['console', 'list'], 'users'],
  ] as const) {
    const page = await run(...words)
    assert.ok(Array.isArray(page[name]), `${words.join(' ')}: ${Object.keys(page)}`)
    assert.equal(page['next'], null)
  }
})
