/**
 * Finds the files of the slow part. These files have tests that the fast part skips or shortens (../part.ts).
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const PART = fileURLToPath(import.meta.resolve('../part.ts'))

/** Matches `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const IMPORT = /\b(?:from|import)[ (]'(\.{1,2}\/[^']+\.ts)'/g

/**
 * Matches the paths of files of the program. These files are skipped, because the program imports no test
 * helpers.
 */
const PROGRAM = /\/src\/(?!.*\.test\.ts$)/

/**
 * The files that import part.ts, directly or indirectly, in the same order.
 * @param files absolute paths
 */
export function slowFiles(files: readonly string[], part = PART): string[] {
  const imports = importsBelow(files)
  const slow = new Set([part])
  for (let size = 0; size !== slow.size; ) {
    size = slow.size
    for (const [file, targets] of imports) if (targets.some((target) => slow.has(target))) slow.add(file)
  }
  return files.filter((file) => slow.has(file))
}

/** The imports of each file, and of each file that is imported. */
function importsBelow(files: readonly string[]): Map<string, string[]> {
  const imports = new Map<string, string[]>()
  const left = [...files]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (imports.has(file)) continue
    const found = importsOf(file)
    imports.set(file, found)
    left.push(...found)
  }
  return imports
}

function importsOf(file: string): string[] {
  const from = dirname(file)
  return (
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, path = '']) => resolve(from, path))
      // Layout tests contain strings with imports of files that do not exist.
      .filter((path) => !PROGRAM.test(path) && existsSync(path))
  )
}
