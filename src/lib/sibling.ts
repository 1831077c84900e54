/** The URL of a module beside the calling one, as source (`.ts`) or as built (`.js`), for worker threads. */
export function siblingModule(importMetaUrl: string, name: string): URL {
  return new URL(`./${name}${importMetaUrl.endsWith('.ts') ? '.ts' : '.js'}`, importMetaUrl)
}
