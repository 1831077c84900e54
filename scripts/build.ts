/** Builds the program as plain JavaScript, for the published package: Node strips no types under node_modules. */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Compiles src into `target`, which is emptied first, and copies the files beside the sources that are none.
 * @throws {Error} with the compiler's words when a source is wrong
 */
export function build(target: string): void {
  rmSync(target, { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '--project', join(ROOT, 'tsconfig.build.json'), '--outDir', target]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}${stderr}`)
  const source = join(ROOT, 'src')
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts') && !/[\\/]fixtures$/.test(path),
  })
}

if (import.meta.main) build(join(ROOT, 'dist'))
