import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from '../package-root.ts'

/** Version of the program, from package.json. */
export function programVersion(): string {
  const manifest = readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
