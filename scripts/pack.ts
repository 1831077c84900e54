/**
 * Packs what is published: `npm run package -- [folder]` writes aviary-server-<version>.tgz there (into dist when no folder is
 * given), for `npm publish`.
 *
 * It is packed from a folder of its own with a manifest of its own, because the one of the checkout also brings Node
 * itself along (optionalDependencies), which a package must not do to those who install it.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, ROOT } from './build.ts'

/** Fields of package.json that say how to run the program; the others say how to work on it. */
const PUBLISHED = [
  'name',
  'version',
  'description',
  'license',
  'repository',
  'keywords',
  'type',
  'engines',
  'bin',
  'exports',
  'files',
  'dependencies',
] as const

type Manifest = Readonly<Record<string, unknown>> & { readonly files: readonly string[] }

/** What npm says of a tarball. */
export interface Packed {
  readonly filename: string
  /** As lock files have it. */
  readonly integrity: string
  readonly files: readonly { readonly path: string }[]
}

/** The manifest of the published package. */
export function publishedManifest(): Manifest {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
  const fields = PUBLISHED.filter((field) => manifest[field] !== undefined)
  return Object.fromEntries(fields.map((field) => [field, manifest[field]])) as Manifest
}

/** Declarations in bin are for the compiler of the checkout only. */
function isProgram(path: string): boolean {
  return !path.endsWith('.d.ts')
}

/** Builds and packs into the folder `target`. @throws {Error} when the compiler or npm fails */
export function pack(target: string): Packed {
  const stage = mkdtempSync(join(tmpdir(), 'aviary-pack-'))
  try {
    const manifest = publishedManifest()
    build(join(stage, 'dist'))
    for (const name of manifest.files) {
      if (name !== 'dist') cpSync(join(ROOT, name), join(stage, name), { recursive: true, filter: isProgram })
    }
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mkdirSync(target, { recursive: true })
    const args = ['pack', stage, '--pack-destination', target, '--json', '--ignore-scripts']
    const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm pack ended with ${status}:\n${stderr}`)
    const [packed] = JSON.parse(stdout) as [Packed]
    return packed
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? join(ROOT, 'dist'))
  const { filename, files } = pack(target)
  process.stdout.write(`${join(target, filename)} (${files.length} files)\n`)
}
