/**
 * The scripts and styles that a console page needs at a path. The browser loads them at the same time as the first
 * script, not after it.
 */

/**
 * The file `pages.json` of the build (console/vite.config.ts). It has the files of each separately loaded
 * component, by the name of the component, such as `UsagePage`.
 */
export type PageParts = Readonly<Record<string, readonly string[]>>

/** Link elements for the head of the page at `path`. For an unknown page, they name the files of the layout only. */
export function preloadLinks(path: string, parts: PageParts): string {
  const known = new Map(Object.keys(parts).map((name) => [name.toLowerCase(), name]))
  const names = partsAt(path).flatMap((name) => known.get(name) ?? [])
  const files = new Set(names.flatMap((name) => parts[name] ?? []))
  return [...(names.includes('Shell') ? [SESSION] : []), ...[...files].map(linkTo)].join('')
}

/** Every page in the layout `Shell` requests the session first. */
const SESSION = '<link rel="preload" as="fetch" crossorigin href="/console/api/session">'

/**
 * Names of the layouts and the page of a path, in lower case. For example, the tab `usage` of an app has the name
 * `usagepage`, for the component `UsagePage`.
 */
function partsAt(path: string): readonly string[] {
  const [first = 'overview', second, third = 'settings'] = path.split('/').slice(2).filter(Boolean)
  if (first === 'sign-in' || first === 'link') return [pageOf(first)]
  if (second === undefined) return ['shell', pageOf(first)]
  if (first === 'apps') return ['shell', 'applayout', pageOf(third)]
  if (first !== 'operator') return ['shell', pageOf(first)]
  // The operator’s desk and the developer’s part have pages with equal last segments. The components of the desk
  // therefore have names such as `DeskUsersPage`.
  const page = ['users', 'posts', 'apps'].includes(second) ? `desk${pageOf(second)}` : pageOf(second)
  return ['shell', 'operatorlayout', page]
}

function pageOf(segment: string): string {
  return `${segment.replaceAll('-', '').toLowerCase()}page`
}

function linkTo(file: string): string {
  const href = `/console/${file}`
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${href}">`
    : `<link rel="modulepreload" crossorigin href="${href}">`
}
