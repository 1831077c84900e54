/**
 * Packs the published package. `npm run package -- [folder]` writes aviary-server-<version>.tgz to the folder
 * (default: dist), for `npm publish`.
 *
 * The package has its own manifest, because the manifest of the checkout also installs Node
 * (optionalDependencies), and a package must not do that.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildConsole, installConsole } from './console.ts'
import { NATIVE, OPTIONAL } from './external.ts'
import { consoleLicences } from './release/licence-texts.ts'
import { type Repository, repositoryOfCheckout } from './release/repository.ts'
import { ROOT } from './root.ts'

/** Fields of package.json that the program needs. The other fields are for development. */
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
] as const

/** The file in which the build stores the licences of the libraries that the bundle contains. */
const THIRD_PARTY = 'THIRD-PARTY-LICENCES.txt'

type Manifest = Readonly<Record<string, unknown>> & {
  readonly version: string
  readonly repository?: Repository
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
}

/** The description of a tarball that npm prints. */
export interface Packed {
  readonly filename: string
  /** Hash of the tarball, in the format of lock files. */
  readonly integrity: string
  readonly files: readonly { readonly path: string }[]
}

/**
 * The manifest of the published package. Libraries inside the bundle are not dependencies.
 * @param repository a value for the field `repository`, unless package.json has this field; default: the
 * remote `origin`
 */
export function publishedManifest(repository = repositoryOfCheckout()): Manifest {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
  const fields = PUBLISHED.filter((field) => manifest[field] !== undefined)
  const versionsOf = (names: readonly string[], range: string) =>
    Object.fromEntries(names.map((name) => [name, `${range}${manifest.dependencies[name]}`]))
  return {
    ...(repository === undefined ? {} : { repository }),
    ...(Object.fromEntries(fields.map((field) => [field, manifest[field]])) as Manifest),
    // The build writes this page. A global installation by npm makes it available as "man aviary".
    man: './dist/aviary.1',
    dependencies: versionsOf(NATIVE, ''),
    peerDependencies: versionsOf(OPTIONAL, '^'),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  }
}

/** False for the declaration files in bin, which only the compiler of the checkout needs. */
function isProgram(path: string): boolean {
  return !path.endsWith('.d.ts')
}

/** Builds the program and the console, and packs into the folder `target`. @throws {Error} when a build or npm fails */
export function pack(target: string): Packed {
  const stage = mkdtempSync(join(tmpdir(), 'aviary-pack-'))
  try {
    const manifest = publishedManifest()
    run(process.execPath, [join(ROOT, 'scripts/build.ts'), join(stage, 'dist')])
    installConsole()
    buildConsole()
    appendFileSync(join(stage, 'dist', THIRD_PARTY), consoleLicences())
    for (const name of manifest.files) {
      if (name !== 'dist') cpSync(join(ROOT, name), join(stage, name), { recursive: true, filter: isProgram })
    }
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mkdirSync(target, { recursive: true })
    const args = ['pack', stage, '--pack-destination', target, '--json', '--ignore-scripts']
    const [packed] = JSON.parse(run('npm', args)) as [Packed]
    return packed
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}:\n${stderr}`)
  return stdout
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? join(ROOT, 'dist'))
  const { filename, files } = pack(target)
  process.stdout.write(`${join(target, filename)} (${files.length} files)\n`)
}
