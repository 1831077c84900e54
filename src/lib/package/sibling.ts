/** URL of a module in the caller's directory, as source (`.ts`) or build (`.js`), for worker threads. */
export function siblingModule(importMetaUrl: string, name: string): URL {
  return new URL(`./${name}${importMetaUrl.endsWith('.ts') ? '.ts' : '.js'}`, importMetaUrl)
}
