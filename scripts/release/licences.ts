/** The licences of the packages that a release contains or installs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

/**
 * Licences without conditions for programs that use a package. The LGPL is allowed, because libvips is a
 * separate file that users may replace.
 */
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

/** Packages for which the lock file names no licence, each with the licence that the package contains. */
const BY_HAND: Readonly<Record<string, string>> = { 'twitter-text': 'Apache-2.0' }

/** The licence of a package whose manifest names none. */
export function licenceByHand(name: string): string | undefined {
  return BY_HAND[name]
}

/** The members of a lock file that this module reads. */
export interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly dev?: boolean; readonly version?: string }>
  >
}

/**
 * Folders with a lock file: the program and the console. The package contains the libraries of the console in
 * its built files.
 */
export const LOCKED_FOLDERS = ['.', 'console'] as const

/** The lock files of a release. */
export function releaseLocks(): readonly LockFile[] {
  return LOCKED_FOLDERS.map(
    (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as LockFile,
  )
}

export interface LicensedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty if none is known. */
  readonly licence: string
}

/** The packages that are not only for development, sorted by name. Each version occurs once. */
export function licencesOf(locks: readonly LockFile[]): readonly LicensedPackage[] {
  const found = new Map<string, LicensedPackage>()
  for (const [path, { dev, license, version = '' }] of locks.flatMap(({ packages }) =>
    Object.entries(packages),
  )) {
    if (path === '' || dev === true) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(`${name} ${version}`, { name, version, licence: license ?? licenceByHand(name) ?? '' })
  }
  return [...found.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : Number(one.name > other.name),
  )
}

/**
 * Packages without an allowed licence. One alternative of an `OR`, and each part of an `AND`, must be
 * allowed.
 */
export function refusedLicences(locks: readonly LockFile[]): readonly LicensedPackage[] {
  return licencesOf(locks).filter(({ licence }) => !isAllowed(licence))
}

function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '')
  return bare
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((name) => ALLOWED.has(name.trim())))
}
