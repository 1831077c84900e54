/** The licences of the packages that a release installs. */

/** Licences that put no conditions on programs that use a package. LGPL: libvips is a separate file that users may replace. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Packages whose manifest names no licence in the lock file, with the licence that the package contains. */
const BY_HAND: Readonly<Record<string, string>> = { 'twitter-text': 'Apache-2.0' }

/** The licence of a package whose manifest names none. */
export function licenceByHand(name: string): string | undefined {
  return BY_HAND[name]
}

/** The part of a lock file that is read here. */
export interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly dev?: boolean; readonly version?: string }>
  >
}

export interface LicensedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty if none is known. */
  readonly licence: string
}

/** Packages for use, without those for development, by name. */
export function licencesOf(lock: LockFile): readonly LicensedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { license, version }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version: version ?? '', licence: license ?? licenceByHand(name) ?? '' }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
}

/** Packages without an allowed licence. One alternative of an `OR` must be allowed, and each part of an `AND`. */
export function refusedLicences(lock: LockFile): readonly LicensedPackage[] {
  return licencesOf(lock).filter(({ licence }) => !isAllowed(licence))
}

function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '')
  return bare
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((name) => ALLOWED.has(name.trim())))
}
