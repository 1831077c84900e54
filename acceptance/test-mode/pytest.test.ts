/**
 * Installs the Python package of clients/python from its sources, and uses it in projects outside the
 * checkout. The Python package starts the program of the packed npm package.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Installed, installPackage } from '../../test/package/installed.ts'
import { compileCache } from '../../test/support/compile-cache.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { folderOf, needing, sourceOf } from '../clients/support/installs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const run = promisify(execFile)

let program: Installed | undefined

// Prepared in a hook, so that nothing is prepared when all tests are skipped.
beforeEach(() => {
  program ??= installPackage()
})
after(() => program?.remove())

/** Installs the package into a folder of its own. @returns the folder for PYTHONPATH */
async function install(folder: string): Promise<string> {
  const source = join(folder, 'source')
  const installed = join(folder, 'installed')
  // The sources are copied, because a build writes into them.
  await cp(join(ROOT, 'clients/python'), source, { recursive: true })
  await run(join(folderOf('pytest'), 'bin', 'python'), [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'],
    ...['--no-build-isolation', '--target', installed, source],
  ])
  return installed
}

/** Runs pytest over a file or folder, copied to a project that has the package. @returns the last line of its report */
async function pytest(t: TestContext, path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-pytest-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const project = join(folder, 'project')
  await cp(path, path.endsWith('.py') ? join(project, 'test_project.py') : project, { recursive: true })
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PYTHONPATH: await install(folder),
    PYTHONDONTWRITEBYTECODE: '1',
    AVIARY_COMMAND: `${process.execPath} ${program?.command}`,
    ...compileCache(),
  }
  const words = ['-m', 'pytest', '--quiet', '-W', 'error', '-p', 'no:cacheprovider', 'project']
  const ended = run(join(folderOf('pytest'), 'bin', 'python'), words, { cwd: folder, env })
  const { stdout } = await ended.catch((error: Error & { stdout: string }) => {
    throw new Error(error.stdout, { cause: error })
  })
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

test('examples/pytest-tweepy passes without changes', needing('pytest'), async (t) => {
  assert.match(await pytest(t, join(ROOT, 'examples/pytest-tweepy')), /^4 passed/)
})

test('the example of clients/python/README.md passes without changes', needing('pytest'), async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-pytest-readme-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const readme = await readFile(join(ROOT, 'clients/python/README.md'), 'utf8')
  const [, code = ''] = /```python\n([\s\S]*?)```/.exec(readme) ?? []
  const file = join(folder, 'test_bot.py')
  await writeFile(file, code)
  assert.match(await pytest(t, file), /^1 passed/)
})

test('the package works in a project outside the checkout', needing('pytest'), async (t) => {
  assert.match(await pytest(t, sourceOf('python/test_outside.py')), /^7 passed/)
})
