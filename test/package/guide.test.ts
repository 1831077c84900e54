/** docs/guides/testing.md: its code is examples/testing-a-bot, which passes with the installed package; its commands work. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/root.ts'
import { slowTest } from '../support/part.ts'
import { installPackage } from './installed.ts'

const EXAMPLE = join(ROOT, 'examples/testing-a-bot')

/** This Node, and no other variable. */
const ENV = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }

const run = promisify(execFile)

const guide = () => readFileSync(join(ROOT, 'docs/guides/testing.md'), 'utf8')

function blocksOf(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')
  return Array.from(guide().matchAll(pattern), ([, code = '']) => code)
}

test('the code of the guide is the code of the example', () => {
  const [bot, ...others] = blocksOf('js')
  const program = others.pop()
  const tests = others
  assert.equal(bot, readFileSync(join(EXAMPLE, 'bot.js'), 'utf8'))
  assert.equal(program, readFileSync(join(EXAMPLE, 'my-bot.js'), 'utf8'))
  assert.equal(tests.join('\n'), readFileSync(join(EXAMPLE, 'bot.test.js'), 'utf8'))
})

slowTest('the example passes in a project that has installed the package', async (t) => {
  const { folder, remove } = installPackage()
  t.after(remove)
  for (const file of globSync('*.js', { cwd: EXAMPLE })) cpSync(join(EXAMPLE, file), join(folder, file))
  // Its version is that of the checkout.
  const client = join(ROOT, 'node_modules/twitter-api-v2')
  symlinkSync(client, join(folder, 'node_modules/twitter-api-v2'))
  const { stdout } = await run(process.execPath, ['--test'], { cwd: folder, env: ENV })
  for (const title of guide().match(/^✔ .*$/gm) ?? []) assert.ok(stdout.includes(title), stdout)
  assert.match(stdout, /^ℹ pass 3$/m)
})

slowTest('its commands for other languages work when they are pasted', async (t) => {
  const bin = join(ROOT, 'bin/aviary.js')
  const server = spawn(process.execPath, [bin, 'test'], { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => server.kill('SIGKILL'))
  const first = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()
  const { url, admin_url, app } = JSON.parse(String(first.value))
  const pasted = (blocksOf('sh').find((block) => block.includes('controls=')) ?? '')
    .replace('http://localhost:8080', url)
    .replace('http://localhost:8081', admin_url)
    .replace('AAAA…', app.bearer_token)
  const { stdout } = await run('sh', ['-ec', pasted], { env: ENV })
  const [plan, limited, user, clock, log, reset] = stdout.trimEnd().split('\n')
  assert.match(plan ?? '', /"hits":0/)
  assert.deepEqual([limited, user, reset], ['429', '200', '{"reset":true}'])
  assert.match(clock ?? '', /"speed":1/)
  assert.equal(JSON.parse(log ?? '').requests[0].faults[0], 'fault 1')
})
