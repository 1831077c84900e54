import { readFileSync } from 'node:fs'

/** Version of the program, from package.json. */
export function programVersion(): string {
  // The same depth below the package root in the sources and in the build.
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
