/**
 * URL of a module in the directory of the caller; for worker threads. The file name ends in `.ts` in the sources and in
 * `.js` in a build.
 */
export function siblingModule(importMetaUrl: string, name: string): URL {
  return new URL(`./${name}${importMetaUrl.endsWith('.ts') ? '.ts' : '.js'}`, importMetaUrl)
}
