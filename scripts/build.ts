/** Compiles the program to JavaScript for the published package: Node strips no types under node_modules. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Declarations of the exported modules. */
const PUBLIC_TYPES = ['index.d.ts', 'testing/index.d.ts']

/**
 * Compiles src into `target`, which is emptied first, and copies other files. Only the declarations of the exported
 * modules are kept; the rest of the package is private.
 * @throws {Error} with the compiler's output when a source is wrong
 */
export function build(target: string): void {
  rmSync(target, { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '--project', join(ROOT, 'tsconfig.build.json'), '--outDir', target]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}${stderr}`)
  const publicTypes = new Set<string>()
  for (const path of PUBLIC_TYPES) declarationsFrom(target, path, publicTypes)
  for (const path of globSync('**/*.d.ts', { cwd: target })) {
    if (!publicTypes.has(path)) rmSync(join(target, path))
  }
  const source = join(ROOT, 'src')
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts') && !/[\\/]fixtures$/.test(path),
  })
}

/** A declaration file in `folder` and those it imports, transitively. */
function declarationsFrom(folder: string, path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, name = ''] of readFileSync(join(folder, path), 'utf8').matchAll(/from '(\.[^']+)\.ts'/g)) {
    declarationsFrom(folder, normalize(join(dirname(path), `${name}.d.ts`)), found)
  }
  return found
}

if (import.meta.main) build(join(ROOT, 'dist'))
