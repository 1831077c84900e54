/**
 * Tests that every command with `--json` prints one object with keys in snake case, that all commands use the
 * same key for the same thing, and that ids are strings.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands, commandTree } from '../../src/cli/shell/command-tree.ts'
import { requestSignUp } from '../../src/domain/accounts/sign-up/sign-up.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { createReport } from '../../src/domain/reports/create-report.ts'
import { wholeProgram } from '../../src/main.ts'
import { openRuntime } from '../../src/runtime.ts'
import { writeArchive } from '../support/archive/write-archive.ts'
import { freshConfig } from '../support/engines.ts'
import { checkJsonKeys, checkTypes, type KeyTypes } from '../support/http/json-keys.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { createOneUser } from '../support/users.ts'

/** Commands that need a server, a webhook or a failed item. Their own tests check the keys. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  changes: 'src/cli/commands/changes.test.ts',
  grade: 'test/cli/grade.test.ts',
  replay: 'test/cli/traffic.test.ts',
  simulate: 'test/cli/traffic.test.ts',
  'failed forget': 'test/http/failed-items.test.ts',
  'failed retry': 'test/http/failed-items.test.ts',
  'webhook deliveries': 'test/cli/webhook.test.ts',
  'webhook delivery': 'test/cli/webhook.test.ts',
  'webhook resend': 'test/cli/webhook.test.ts',
}

/** Names of the commands with `--json`, the longest first. */
async function commandsWithJson(): Promise<readonly string[]> {
  const program = await wholeProgram({ out: process.stdout, err: process.stderr }, () => undefined)
  return allCommands(commandTree(program))
    .filter(({ options }) => options.some(({ names }) => names.includes('--json')))
    .map(({ words }) => words.slice(1).join(' '))
    .toSorted((one, other) => other.length - one.length)
}

const PASSWORD = ['--password', 'a-long-password']

test('every command with --json prints one object on standard output, and a key has the same type in all commands', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { data } = config
  const { context, close } = await openRuntime(config, { manner: 'command' })
  const [author, reporter] = [await createOneUser(context), await createOneUser(context)]
  const { id: post } = await createPost(context, { authorId: author.id, text: 'a cat' })
  const { id: report } = await createReport(context, {
    reporterId: reporter.id,
    reason: 'spam',
    subject: { postId: post },
  })
  for (const screenName of ['cleo', 'dora']) {
    await requestSignUp(context, {
      screenName,
      email: `${screenName}@example.org`,
      password: 'a-long-password',
    })
  }
  await close()
  const file = (name: string, text: string) => {
    writeFileSync(join(data, name), text)
    return join(data, name)
  }

  const known = await commandsWithJson()
  const types: KeyTypes = new Map()
  const left = new Set(known)
  const failures: string[] = []
  const run = async (...words: readonly string[]): Promise<Record<string, unknown>> => {
    const name = known.find((each) => `${words.join(' ')} `.startsWith(`${each} `))
    assert.ok(name, words.join(' '))
    left.delete(name)
    const place = name === 'init' || words.includes('--data') ? [] : ['--data', data]
    const { code, out, err } = await runMain([...words, ...place, '--json'])
    if (code !== 0 && !(name === 'compliance check' && code === 1)) {
      failures.push(`${words.join(' ')}: ${err}`)
      return {}
    }
    assert.match(out, /^\{.*\}\n$/, words.join(' '))
    const result = JSON.parse(out) as Record<string, unknown>
    // Reports of imports have different counts for each kind, and values of settings have any type.
    const isMixed = name.startsWith('import') || name === 'config'
    checkJsonKeys(result, name, isMixed ? new Map() : types)
    return result
  }
  const page = async (name: string, ...words: readonly string[]) => {
    const result = await run(...words)
    assert.ok(Array.isArray(result[name]), `${words.join(' ')}: ${Object.keys(result)}`)
    assert.equal(result['next'], null, words.join(' '))
  }

  await run('migrate')
  await run('config')
  await run('nodes')
  await run('init', join(data, 'seed.json'))
  await run('proxy-hint')
  await run('user', 'create', 'ada', '--email', 'ada@example.org', ...PASSWORD)
  await run('user', 'create', 'bob')
  for (const verb of ['protect', 'unprotect', 'suspend', 'unsuspend', 'deactivate', 'reactivate'])
    await run('user', verb, 'bob')
  await run('user', 'withhold', 'bob', '--countries', 'DE')
  await run('user', 'unwithhold', 'bob')
  await run('user', 'scrub-geo', author.screenName, '--up-to', String(post))
  await run('user', 'password-link', 'ada')
  await run('user', 'show', 'ada')

  const invitation = String((await run('invitation', 'create'))['id'])
  await run('invitation', 'list')
  await run('invitation', 'revoke', invitation)
  const { sign_ups } = (await run('sign-up', 'list')) as { sign_ups: readonly { readonly id: string }[] }
  await run('sign-up', 'approve', String(sign_ups[0]?.id))
  await run('sign-up', 'reject', String(sign_ups[1]?.id))

  for (const verb of ['drop', 'undrop', 'pin', 'unpin', 'show']) await run('post', verb, String(post))
  await run('post', 'withhold', String(post), '--countries', 'DE')
  await run('post', 'unwithhold', String(post))
  await run('post', 'edit', String(post), '--text', 'a dog')
  await page('reports', 'report', 'list')
  await run('report', 'show', String(report))
  await run('report', 'close', String(report), '--note', 'no spam')
  await run('report', 'reopen', String(report), '--note', 'it is')

  const app = String(
    (await run('app', 'create', 'An app', '--owner', 'ada', '--oauth2', 'confidential'))['app_id'],
  )
  await run('app', 'show', app)
  await run('app', 'update', app, '--description', 'A text')
  for (const verb of [
    'regenerate-keys',
    'regenerate-bearer',
    'regenerate-client-secret',
    'suspend',
    'unsuspend',
  ])
    await run('app', verb, app)
  await run('app', 'labs', app, 'out')
  const token = String((await run('token', 'create', '--app', app, '--user', 'ada'))['access_token'])
  await page('tokens', 'token', 'list')
  await run('token', 'revoke', token)
  await run('webhook', 'add-environment', app, 'dev')
  await run('webhook', 'list', app)
  const alone = String((await run('app', 'create', 'Alone', '--owner', 'ada', '--standalone'))['app_id'])
  const project = String((await run('project', 'create', 'A project', '--owner', 'ada'))['project_id'])
  await run('project', 'add-app', project, '--app', alone)
  await page('projects', 'project', 'list')
  await page('apps', 'app', 'list')
  await run('app', 'delete', alone, '--yes')

  await run('stream-account', 'create', 'acme', '--email', 'a@example.org', ...PASSWORD)
  await run('stream-account', 'list', 'acme')
  await run('stream-account', 'remove', 'acme')
  await run('console', 'create', 'acme', '--email', 'b@example.org', ...PASSWORD)
  await run('console', 'password', 'b@example.org', ...PASSWORD)
  await run('console', 'link')
  await run('console', 'operator', 'grant', 'b@example.org')
  await run('console', 'operator', 'revoke', 'b@example.org')
  await page('users', 'console', 'list')
  await page('entries', 'audit', 'list')

  const follows = file('follows.txt', `${author.id} ${reporter.id}\n`)
  await run('import', 'follows', follows)
  await run('export', 'follows', join(data, 'follows-out.txt'))
  for (const kind of ['users', 'posts']) {
    const out = join(data, `${kind}.jsonl`)
    await run('export', kind, out)
    await run('import', kind, out)
    await run('import', out)
  }
  const tweet = { id_str: '1790000000000000001', full_text: 'a post' }
  const follower = { accountId: '77' }
  const lists = { tweets: [{ tweet }], follower: [{ follower }] }
  await run('import', 'archive', await writeArchive(join(data, 'archive'), 1_400_000_001n, lists))
  await run('compliance', 'check', '--ids', file('ids.txt', `${post}\n1\n`))
  await run('post', 'delete', String(post))
  await run('failed', 'list')
  await run('verify')
  await run('backup', join(data, 'backup.tar.gz'))
  await run('restore', join(data, 'backup.tar.gz'), '--data', join(data, 'other'))
  assert.deepEqual(failures, [])
  assert.deepEqual([...left].toSorted(), Object.keys(ELSEWHERE).toSorted(), 'commands that are not run here')
  checkTypes(types)
})
