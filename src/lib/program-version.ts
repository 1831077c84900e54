import { readFileSync } from 'node:fs'

/** The version of the program, as its package has it. */
export function programVersion(): string {
  // As deep below the package's root in the sources as in what is published.
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
