/**
 * The bill of materials of a release as CycloneDX: the contained libraries, and the packages that an
 * installation adds.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { LOCKED_FOLDERS, licenceByHand, licencesOf, releaseLocks } from './licences.ts'

/** The members of a bill that this module reads. */
export interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: {
    readonly component: { readonly 'bom-ref': string; readonly name: string; readonly version: string }
  }
  readonly components: readonly BillComponent[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface BillComponent {
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly unknown[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/** The name of a package, with its scope. npm writes the scope as the group, or into the name. */
export function nameOf({ name, group }: BillComponent): string {
  return group === undefined || group === '' || name.startsWith(`${group}/`) ? name : `${group}/${name}`
}

/**
 * The bill of the packages in the lock files, without packages for development.
 * @throws {Error} with the message of npm
 */
export function billOfMaterials(): Bill {
  const [own, ...contained] = LOCKED_FOLDERS.map(billOf)
  if (own === undefined) throw new Error('there is no lock file')
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly name: string }
  const used = new Set(licencesOf(releaseLocks()).map((each) => `${each.name} ${each.version}`))
  const components = new Map(
    [own, ...contained]
      .flatMap((bill) => bill.components)
      .filter((each) => used.has(`${nameOf(each)} ${each.version}`))
      .map((each) => [each['bom-ref'], withLicence(each)]),
  )
  // npm names the main component after the folder of the checkout. The name in package.json replaces this name.
  const metadata = { ...own.metadata, component: { ...own.metadata.component, name } }
  const dependencies = joined([own, ...contained], own.metadata.component['bom-ref'], components)
  return { ...own, metadata, components: [...components.values()], dependencies }
}

/** The bill of a folder that has a lock file. It includes packages for development. */
function billOf(folder: string): Bill {
  // The option `--omit dev` would also leave out packages that are for both development and use.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: join(ROOT, folder),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom ended with ${status}:\n${stderr}`)
  return JSON.parse(stdout) as Bill
}

/**
 * The dependencies between the components. The dependencies of the main components of all bills become
 * dependencies of the first main component.
 */
function joined(
  bills: readonly Bill[],
  whole: string,
  components: ReadonlyMap<string, unknown>,
): Bill['dependencies'] {
  const found = new Map<string, Set<string>>([[whole, new Set()]])
  for (const { metadata, dependencies } of bills) {
    for (const { ref, dependsOn } of dependencies) {
      const from = ref === metadata.component['bom-ref'] ? whole : ref
      if (from !== whole && !components.has(from)) continue
      const refs = found.get(from) ?? new Set()
      for (const each of dependsOn) if (components.has(each)) refs.add(each)
      found.set(from, refs)
    }
  }
  return [...found].map(([ref, refs]) => ({ ref, dependsOn: [...refs] }))
}

/** Adds the licence of a package whose manifest names none. */
function withLicence(component: BillComponent): BillComponent {
  const id = licenceByHand(nameOf(component))
  const isNamed = component.licenses !== undefined && component.licenses.length > 0
  return isNamed || id === undefined ? component : { ...component, licenses: [{ license: { id } }] }
}
