/**
 * Makes the files of a release: `npm run release -- [folder]` (default: release). It packs the package, and writes
 * the licences and the bill of materials of its dependencies, the notes of the version, and the checksums of all
 * these files. It publishes nothing.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pack, publishedManifest } from '../pack.ts'
import { ROOT } from '../root.ts'
import { billOfMaterials } from './bill.ts'
import { licencesOf, refusedLicences, releaseLocks } from './licences.ts'
import { releaseNotes } from './notes.ts'
import { type Repository, repositoryOfCheckout } from './repository.ts'

/** The facts about the checkout that tests replace. */
interface Checkout {
  readonly origin?: Repository | undefined
  /** @throws {Error} when the working tree has changes */
  readonly requireClean?: () => void
}

/**
 * Writes the files of a release, after all checks.
 * @returns their names
 * @throws {Error} with the reason; a failed check writes no file
 */
export function release(
  folder: string,
  { origin = repositoryOfCheckout(), requireClean = requireCleanTree }: Checkout = {},
): readonly string[] {
  const { version, repository } = publishedManifest(origin)
  if (repository === undefined) {
    throw new Error(
      'the address of the repository is unknown, which provenance needs; run the command in a clone that has the remote "origin", or add the field "repository" to package.json',
    )
  }
  const locks = releaseLocks()
  requireClean()
  const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  const refused = refusedLicences(locks)
  if (refused.length > 0) {
    const names = refused.map(({ name, licence }) => `${name} (${licence === '' ? 'none' : licence})`)
    throw new Error(`these packages have a licence that is not allowed: ${names.join(', ')}`)
  }
  mkdirSync(folder, { recursive: true })
  const { filename } = pack(folder)
  const licences = licencesOf(locks).map(({ name, version: of, licence }) => `${name} ${of}: ${licence}\n`)
  const files: readonly (readonly [string, string])[] = [
    ['LICENCES.txt', licences.join('')],
    ['sbom.cdx.json', `${JSON.stringify(billOfMaterials(), undefined, 2)}\n`],
    ['NOTES.md', `${notes}\n`],
  ]
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  const names = [filename, ...files.map(([name]) => name)]
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => checksumLine(folder, name)).join(''))
  return [...names, 'SHA256SUMS']
}

function requireCleanTree(): void {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0)
    throw new Error('this folder is not a git checkout; run the command in a checkout of the repository')
  if (stdout !== '') throw new Error(`commit or remove these changes first:\n${stdout}`)
}

/** A line of a file for `sha256sum --check`. */
function checksumLine(folder: string, name: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
  return `${digest}  ${name}\n`
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'release'))
  try {
    for (const name of release(folder)) process.stdout.write(`${join(folder, name)}\n`)
    process.stdout.write('Next: CONTRIBUTING.md, section "Releases".\n')
  } catch (error) {
    process.stderr.write(`No release: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
