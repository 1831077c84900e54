/** Parts of the console that the page at an address needs: a browser loads them beside the first script, not after it. */

/** Files of each part by its name, such as `UsagePage`: `pages.json` of the build (console/vite.config.ts). */
export type PageParts = Readonly<Record<string, readonly string[]>>

/** Links to the parts of the page at `path`, for its head. A page without a known part has those of the frame only. */
export function preloadLinks(path: string, parts: PageParts): string {
  const known = new Map(Object.keys(parts).map((name) => [name.toLowerCase(), name]))
  const names = partsAt(path).flatMap((name) => known.get(name) ?? [])
  const files = new Set(names.flatMap((name) => parts[name] ?? []))
  return [...(names.includes('Shell') ? [SESSION] : []), ...[...files].map(linkTo)].join('')
}

/** Every page in the frame asks for the session first. */
const SESSION = '<link rel="preload" as="fetch" crossorigin href="/console/api/session">'

/** The frame and the page, in lower case: the tab `usage` of an app is the part `UsagePage`. */
function partsAt(path: string): readonly string[] {
  const [first = 'overview', second, third = 'settings'] = path.split('/').slice(2).filter(Boolean)
  if (first === 'sign-in' || first === 'link') return [pageOf(first)]
  if (second === undefined) return ['shell', pageOf(first)]
  if (first === 'apps') return ['shell', 'applayout', pageOf(third)]
  if (first !== 'operator') return ['shell', pageOf(first)]
  // Pages of the desk have other names than those of developers about the same subject.
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
