/**
 * Uses `aviary-server/testing` in projects outside the checkout, with the packed package, an unmodified
 * client, and each of three test runners. Every project tests a 429, a dropped stream, and a moved clock
 * (outside/cases.js).
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Installed, installPackage } from '../../test/package/installed.ts'
import { compileCache } from '../../test/support/compile-cache.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { folderOf, needing } from '../clients/support/installs.ts'

const PROJECT = fileURLToPath(new URL('outside', import.meta.url))

/** Packages of the project, in addition to the packed one. */
const PACKAGES = ['twitter-api-v2', 'vitest', 'jest', '@jest/globals']

/** Arguments for Node, and the counts that the output must contain. */
const RUNNERS = {
  'node:test': [['--test', '--test-reporter=tap', 'node.test.js'], /^# pass 3\n# fail 0$/m],
  vitest: [
    ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', 'vitest.test.js'],
    /Tests {2}3 passed \(3\)/,
  ],
  jest: [
    [
      ...[
        '--experimental-vm-modules',
        'node_modules/jest/bin/jest.js',
        '--rootDir',
        '.',
        '--transform',
        '{}',
      ],
      ...['--testMatch', '**/jest.test.js'],
    ],
    /Tests: {7}3 passed, 3 total/,
  ],
} as const

/** After this time the runner is killed, and the test fails with its output. */
const MAX_RUN_MS = 120_000

describe('each test runner runs a server from the packed package in its process', () => {
  let installed: Installed | undefined

  // Prepared in a hook, so that nothing is prepared when all tests are skipped.
  beforeEach(() => {
    installed ??= setUp()
  })
  after(() => installed?.remove())

  for (const [runner, [words, counts]] of Object.entries(RUNNERS)) {
    test(`${runner} tests a 429, a dropped stream and a moved clock`, needing('test-runners'), () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, words, {
        cwd: installed?.folder,
        // The environment is empty, because variables of this suite's test runner would reach the project's
        // test runner.
        env: { PATH: dirname(process.execPath), NO_COLOR: '1', ...compileCache() },
        encoding: 'utf8',
        timeout: MAX_RUN_MS,
      })
      assert.equal(status, 0, `${stdout}${stderr}`)
      assert.match(`${stdout}${stderr}`, counts)
    })
  }
})

function setUp(): Installed {
  const installed = installPackage()
  cpSync(PROJECT, installed.folder, { recursive: true })
  for (const name of PACKAGES) {
    const target = join(installed.folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(folderOf('test-runners'), 'node_modules', name), target)
  }
  return installed
}
