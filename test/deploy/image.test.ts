/**
 * Tests that the part of the checkout from which the image is built (deploy/docker/Dockerfile.dockerignore)
 * is enough for the build.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { ROOT } from '../../scripts/root.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { deployedText } from './tools.ts'

const PATTERNS = deployedText('docker/Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** True if Docker ignores the path. The last pattern that matches the path or a folder above it decides. */
function isIgnored(path: string): boolean {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let ignored = false
  for (const pattern of PATTERNS) {
    const isException = pattern.startsWith('!')
    const glob = isException ? pattern.slice(1) : pattern
    if (above.some((each) => matchesGlob(each, glob))) ignored = !isException
  }
  return ignored
}

test('the package can be built from the files that the image gets', async (t) => {
  const folder = await temporaryDirectory(t)
  const context = join(folder, 'src')
  const listing = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).stdout
  const files = listing
    .split('\n')
    .filter((path) => existsSync(join(ROOT, path)) && path !== '' && !isIgnored(path))
  assert.ok(files.includes('package-lock.json') && files.includes('README.md'))
  assert.ok(!files.some((path) => /^(docs|acceptance|test\/http)\//.test(path)))
  for (const path of files) {
    mkdirSync(dirname(join(context, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(context, path))
  }
  // These folders are linked into the copy, because `npm ci` would install the packages and build the
  // console.
  for (const name of ['node_modules', 'console/node_modules'])
    symlinkSync(join(ROOT, name), join(context, name))
  cpSync(join(ROOT, 'console/dist'), join(context, 'console/dist'), { recursive: true })

  const out = join(folder, 'out')
  assert.match(deployedText('docker/Dockerfile'), /^RUN npm ci .* && npm run package -- \/out$/m)
  const packed = spawnSync(process.execPath, ['scripts/pack.ts', out], { cwd: context, encoding: 'utf8' })
  assert.equal(packed.status, 0, packed.stderr)
  const [file = ''] = readdirSync(out)
  const { stdout } = spawnSync('tar', ['tzf', join(out, file)], { encoding: 'utf8' })
  for (const name of ['bin/aviary.js', 'dist/js/main.js', 'dist/aviary.1', 'console/dist/index.html'])
    assert.ok(stdout.split('\n').includes(`package/${name}`), name)
})
