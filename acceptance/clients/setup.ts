/**
 * `node acceptance/clients/setup.ts` installs the clients of the acceptance tests with their own package
 * managers. It leaves installed clients as they are, and skips a client if its package manager is missing.
 * The exit code is 1 if an installation fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderOf, INSTALLS, type Install, type InstallName, type Step, stampOf } from './support/installs.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Attempts per client, because registries fail sometimes. */
const ATTEMPTS = 2

type State = 'there' | 'skipped' | 'failed'

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Runs a command, and shows its output. @returns true if it succeeded */
function run([program, ...words]: Step): boolean {
  return spawnSync(program, words, { cwd: HERE, stdio: 'inherit' }).status === 0
}

/** Empties the folder, and runs the steps until one of them fails. @returns true if all of them succeeded */
function attempt(folder: string, { steps }: Install): boolean {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (!steps(folder).every(run)) return false
  writeFileSync(stampOf(folder), '')
  return true
}

/** Installs a client if it is not installed. @returns its state, and words about the result */
function setUp(name: InstallName): readonly [State, string] {
  const install: Install = INSTALLS[name]
  const folder = folderOf(name)
  if (existsSync(stampOf(folder))) return ['there', 'was set up']
  if (!isThere(install.needs)) return ['skipped', `skipped: ${install.needs} is missing`]
  if (install.isSystemWide === true && process.getuid?.() !== 0) return ['skipped', 'skipped: needs root']
  const start = Date.now()
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    if (attempt(folder, install)) return ['there', `set up in ${Math.round((Date.now() - start) / 1_000)} s`]
  }
  return ['failed', 'failed']
}

const states = (Object.keys(INSTALLS) as InstallName[]).map((name) => {
  const [state, outcome] = setUp(name)
  process.stdout.write(`${INSTALLS[name].title}: ${outcome}\n`)
  return [state, INSTALLS[name].title] as const
})
for (const state of ['skipped', 'failed'] as const) {
  const titles = states.filter(([each]) => each === state).map(([, title]) => title)
  if (titles.length > 0) process.stdout.write(`Clients ${state}: ${titles.join(', ')}\n`)
}
process.exitCode = states.some(([state]) => state === 'failed') ? 1 : 0
