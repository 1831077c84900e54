/**
 * Installs and builds the console (console/), unless its built files are current. `npm ci` runs this script
 * as `prepare`; developers can run it with `npm run console`. `--check` checks the types of the console.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CONSOLE = join(ROOT, 'console')
const DIST = join(CONSOLE, 'dist')
const MODULES = join(CONSOLE, 'node_modules')

/** Files with the hash of the installed lock file, and with the hash of the built sources. */
const INSTALLED_STAMP = join(MODULES, '.aviary-installed')
const BUILT_STAMP = join(MODULES, '.aviary-built')

/** All inputs of the build. */
const SOURCES = ['package-lock.json', 'index.html', 'tsconfig.json', 'vite.config.ts', 'src/**/*.*']

/** Files with fewer bytes get no compressed copies. */
const COMPRESS_FROM = 1024

/** Installs the packages of the console if its lock file has changed. @throws {Error} with the output of npm */
export function installConsole(): void {
  const lock = hashOf(['package-lock.json'])
  if (readStamp(INSTALLED_STAMP) === lock) return
  report('Installing the packages of the console …')
  // No package of the console needs an install script.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  run('npm', args)
  writeFileSync(INSTALLED_STAMP, lock)
}

/** Builds the console if a source has changed. @throws {Error} with the output of Vite */
export function buildConsole(): void {
  const sources = hashOf(SOURCES)
  if (readStamp(BUILT_STAMP) === sources && existsSync(join(DIST, 'index.html'))) return
  report('Building the console …')
  const started = performance.now()
  // A running server serves the files of the last build until the new files are complete.
  const fresh = join(MODULES, '.aviary-dist')
  runModule('vite/bin/vite.js', ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'])
  compressFiles(fresh)
  rmSync(DIST, { recursive: true, force: true })
  renameSync(fresh, DIST)
  writeFileSync(BUILT_STAMP, sources)
  report(`The console is built (${Math.round((performance.now() - started) / 1000)} s).`)
}

/** Writes compressed copies (`.gz`, `.br`) next to each text file, except next to small ones. */
function compressFiles(folder: string): void {
  for (const name of globSync('assets/*.{js,css,svg}', { cwd: folder })) {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    if (bytes.length < COMPRESS_FROM) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}

/** SHA-256 of the names and the contents of the files in the folder of the console that match `patterns`. */
function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const name of globSync([...patterns], { cwd: CONSOLE }).sort()) {
    hash.update(`${name}\n`).update(readFileSync(join(CONSOLE, name)))
  }
  return hash.digest('hex')
}

function readStamp(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function runModule(path: string, args: readonly string[]): void {
  run(process.execPath, [join(MODULES, path), ...args])
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: CONSOLE, encoding: 'utf8' })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** True in a checkout with the packages for development, and false after `npm ci --omit=dev`. */
function hasDevelopmentParts(): boolean {
  return existsSync(join(ROOT, 'node_modules/typescript')) && existsSync(join(CONSOLE, 'package.json'))
}

function prepare(): void {
  if (!hasDevelopmentParts()) return
  try {
    installConsole()
    buildConsole()
  } catch (error) {
    // A failure is only reported, because the server works without the console. Without the built files, the page
    // /console gives the same advice as the last line here.
    report(`The console was not built: ${error instanceof Error ? error.message : error}`)
    report('The server works without it. Correct the cause, then run: npm run console')
  }
}

if (import.meta.main) {
  const [mode] = process.argv.slice(2)
  if (mode === '--prepare') prepare()
  else {
    installConsole()
    if (mode === '--check') runModule('typescript/bin/tsc', ['--noEmit', '-p', '.'])
    else buildConsole()
  }
}
