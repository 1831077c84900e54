/**
 * Rule that imports have no side effects: they open no connection or file, start no timer, and read no
 * setting.
 */
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { compileCache } from '../support/compile-cache.ts'
import { type Finding, fileFinding } from './finding.ts'
import { ROOT } from './source.ts'

const IMPORTER = join(ROOT, 'test/layout/import-quietly.ts')

/**
 * Rule: importing a module opens nothing and reads no setting.
 * @param files absolute paths. One process, which may only read the program, imports them in this order
 * @param readable further folders that the process may read
 */
export function checkQuietImports(files: readonly string[], readable: readonly string[] = []): Finding[] {
  const folders = ['src', 'node_modules', 'package.json', 'test/layout'].map((name) => join(ROOT, name))
  // The compile cache of Node halves the time of this check.
  const cache = compileCache()
  const cacheFolders = Object.values(cache)
  const allowed = [
    ...[...folders, ...readable, ...cacheFolders].map((folder) => `--allow-fs-read=${folder}`),
    ...cacheFolders.map((folder) => `--allow-fs-write=${folder}`),
  ]
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--permission', ...allowed, '--disable-warning=SecurityWarning', IMPORTER, ...files],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...cache } },
  )
  if (status !== 0) throw new Error(`the importing process ended with ${status}: ${stderr}`)
  const imported = JSON.parse(stdout) as [string, string[]][]
  return imported.flatMap(([path, effects]) =>
    effects.map((deed) =>
      fileFinding(
        relative(ROOT, path),
        `does something when it is imported: ${deed}; do it in a function that is called`,
      ),
    ),
  )
}
