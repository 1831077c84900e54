/**
 * `npm run docs:build` installs VitePress, which has a separate package in docs/, and builds the site in
 * docs/.vitepress/dist. The build fails for a dead link.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const DOCS = join(ROOT, 'docs')
const MODULES = join(DOCS, 'node_modules')

/** A copy of the installed lock file. */
const INSTALLED = join(MODULES, '.aviary-installed')

/**
 * Builds the site.
 * @param folder the target folder
 * @throws {Error} with the output of the build, for example for dead links
 */
export function buildDocs(folder = join(DOCS, '.vitepress/dist')): void {
  install()
  run(process.execPath, [join(MODULES, 'vitepress/bin/vitepress.js'), 'build', '.', '--outDir', folder])
}

function install(): void {
  const lock = readFileSync(join(DOCS, 'package-lock.json'), 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return
  // No package of the site needs an install script.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  run('npm', args)
  writeFileSync(INSTALLED, lock)
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: DOCS, encoding: 'utf8' })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

if (import.meta.main) {
  buildDocs()
  process.stderr.write(
    'The site is in docs/.vitepress/dist: serve it with any web server, or with npx vitepress preview docs.\n',
  )
}
