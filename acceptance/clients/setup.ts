/**
 * Sets up the clients of the acceptance tests with their own package managers: `node acceptance/clients/setup.ts`. A client
 * that is set up stays as it is; one whose package manager is missing is skipped. Exit code 1 when one could not be set up.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderOf, INSTALLS, type Install, type InstallName, type Step, stampOf } from './support/installs.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** @returns whether the command succeeded; its output is shown */
function run([program, ...words]: Step): boolean {
  return spawnSync(program, words, { cwd: HERE, stdio: 'inherit' }).status === 0
}

/** @returns a line about the client, and whether it failed */
function setUp(name: InstallName): { readonly outcome: string; readonly failed: boolean } {
  const { needs, steps, isSystemWide }: Install = INSTALLS[name]
  const folder = folderOf(name)
  if (existsSync(stampOf(folder))) return { outcome: 'was set up', failed: false }
  if (!isThere(needs)) return { outcome: `skipped: ${needs} is missing`, failed: false }
  if (isSystemWide === true && process.getuid?.() !== 0)
    return { outcome: 'skipped: needs root', failed: false }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const start = Date.now()
  if (!steps(folder).every(run)) return { outcome: 'failed', failed: true }
  writeFileSync(stampOf(folder), '')
  return { outcome: `set up in ${Math.round((Date.now() - start) / 1_000)} s`, failed: false }
}

const results = (Object.keys(INSTALLS) as InstallName[]).map((name) => {
  const { outcome, failed } = setUp(name)
  process.stdout.write(`${INSTALLS[name].title}: ${outcome}\n`)
  return failed
})
process.exitCode = results.includes(true) ? 1 : 0
