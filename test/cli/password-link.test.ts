/** Tests `aviary user password-link`. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/lib/time/clock.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

test('spec/pages.md#password-links: the command prints a link, and the audit log records this', async (t) => {
  const folder = await temporaryDirectory(t)
  const place = ['--data', join(folder, 'data')]
  const file = join(folder, 'password.txt')
  writeFileSync(file, 'a long password', { mode: 0o600 })
  const run = (...words: string[]) => runMain([...words, ...place])
  const made = await run('user', 'create', 'ada', '--email', 'ada@example.org', '--password-file', file)
  assert.equal(made.code, 0, made.err)
  await run('user', 'create', 'archived')
  const link = await run('user', 'password-link', 'ada', '--base-url', 'https://bird.example.org', '--json')
  assert.equal(link.code, 0, link.err)
  const { url, expires_at: until } = JSON.parse(link.out) as Record<string, string>
  assert.match(url ?? '', /^https:\/\/bird\.example\.org\/settings\/reset_password\?token=[\w-]{43}$/)
  assert.ok(Date.parse(until ?? '') > systemClock.now() + 23 * 3_600_000)
  const said = await run('user', 'password-link', 'ADA', '--hours', '1')
  assert.match(said.out, /^@ada can set a new password once with this link, until /)
  const audit = await run('audit', 'list')
  assert.match(audit.out, /user\.password_link/)
  for (const [words, code] of [
    [['nobody'], 1],
    [['archived'], 1],
    [['ada', '--hours', '0'], 2],
    [['ada', '--hours', '169'], 2],
  ] as const)
    assert.equal((await run('user', 'password-link', ...words)).code, code, words.join(' '))
})
