/** Builds the program of the published package: a bundle in JavaScript, because Node strips no types under node_modules. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { commandTree } from '../src/cli/shell/command-tree.ts'
import { manPage } from '../src/cli/shell/man-page.ts'
import { programVersion } from '../src/lib/package/program-version.ts'
import { wholeProgram } from '../src/main.ts'
import { bundle } from './bundle.ts'
import { ROOT } from './root.ts'

/** Declarations of the exported modules. */
const PUBLIC_TYPES = ['index.d.ts', 'testing/index.d.ts']

/**
 * Empties the folder `target`, then writes into it the bundle, the licences of its libraries, the
 * declarations of the exported modules and the manual page.
 * @throws {Error} with the output of the compiler when a source has an error
 */
async function build(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  declare(target)
  writeFileSync(join(target, 'THIRD-PARTY-LICENCES.txt'), await bundle(join(target, 'js')))
  const program = await wholeProgram({ out: process.stdout, err: process.stderr }, () => undefined)
  writeFileSync(join(target, 'aviary.1'), manPage(commandTree(program), programVersion()))
}

/**
 * Writes the declarations of the exported modules and of the modules that they import. The rest of the
 * package is private.
 */
function declare(target: string): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '--project', join(ROOT, 'tsconfig.build.json'), '--outDir', target]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}${stderr}`)
  const publicTypes = new Set<string>()
  for (const path of PUBLIC_TYPES) declarationsFrom(target, path, publicTypes)
  for (const path of globSync('**/*.d.ts', { cwd: target })) {
    if (!publicTypes.has(path)) rmSync(join(target, path))
  }
}

/** A declaration file in `folder` and all files that it imports, directly or indirectly. */
function declarationsFrom(folder: string, path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, name = ''] of readFileSync(join(folder, path), 'utf8').matchAll(/from '(\.[^']+)\.ts'/g)) {
    declarationsFrom(folder, normalize(join(dirname(path), `${name}.d.ts`)), found)
  }
  return found
}

await build(resolve(process.argv[2] ?? join(ROOT, 'dist')))
