/** Installs the package with npm outside the checkout. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedManifest } from '../../scripts/pack.ts'
import { ROOT } from '../../scripts/root.ts'
import { packedOnce, type Tarball } from './packed-once.ts'

export interface Installed {
  /** The folder of the project in which the package is installed. */
  readonly folder: string
  /** The path of the command that npm has linked. */
  readonly command: string
  /** The paths that the tarball contains. */
  readonly files: readonly string[]
  remove(): void
}

/**
 * The name of the package on npm. The name `aviary` belongs to another project, so `npx aviary` would run the
 * code of that project.
 */
export const PACKAGE = 'aviary-server'

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Packs the program and installs the tarball into a new project with `npm ci`. The lock file names the
 * packages of the checkout, so npm finds them in its cache and needs no network.
 */
export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-package-'))
  const packed = packedOnce(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(projectWith(packed)))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockWith(packed)))
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ci ended with ${status}:\n${stderr}`)
  return {
    folder,
    command: join(folder, 'node_modules/.bin/aviary'),
    files: packed.files.map(({ path }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function projectWith({ path }: Tarball) {
  return { name: 'outside', private: true, type: 'module', dependencies: { [PACKAGE]: `file:${path}` } }
}

/** The lock entries of packages and of their dependencies, on any platform. */
function neededBy(names: readonly string[], packages: Readonly<Record<string, LockedPackage>>) {
  const found = new Map<string, LockedPackage>()
  const add = (name: string): void => {
    const path = `node_modules/${name}`
    const locked = packages[path]
    if (locked === undefined || found.has(path)) return
    found.set(path, locked)
    for (const needed of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) add(needed)
  }
  for (const name of names) add(name)
  return found
}

function lockWith(packed: Tarball) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const needed = neededBy(Object.keys(publishedManifest().dependencies), packages)
  const { version, engines, bin, dependencies } = publishedManifest()
  const { path: tarball, integrity } = packed
  return {
    lockfileVersion: 3,
    packages: {
      '': projectWith(packed),
      [`node_modules/${PACKAGE}`]: {
        version,
        resolved: `file:${tarball}`,
        integrity,
        engines,
        bin,
        dependencies,
      },
      ...Object.fromEntries(needed),
    },
  }
}
