/** The bill of materials of a release: what an installation brings along, as CycloneDX. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { type LockFile, licenceByHand, licencesOf } from './licences.ts'

/** The part of a bill that is read here. */
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

/** The bill of the packages in the lock file, without those for development. @throws {Error} with the message of npm */
export function billOfMaterials(): Bill {
  // Not `--omit dev`: that leaves out packages which are both for development and for use.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom ended with ${status}:\n${stderr}`)
  const bill = JSON.parse(stdout) as Bill
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly name: string }
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const used = new Set(licencesOf(lock).map((each) => `${each.name} ${each.version}`))
  const isUsed = (each: BillComponent) => used.has(`${nameOf(each)} ${each.version}`)
  const leftOut = new Set(bill.components.filter((each) => !isUsed(each)).map((each) => each['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => !leftOut.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !leftOut.has(each)) }))
  // npm names the whole by the folder of the checkout.
  const metadata = { ...bill.metadata, component: { ...bill.metadata.component, name } }
  return { ...bill, metadata, components: bill.components.filter(isUsed).map(withLicence), dependencies }
}

/** Adds a licence that the manifest of a package does not name. */
function withLicence(component: BillComponent): BillComponent {
  const id = licenceByHand(nameOf(component))
  const isNamed = component.licenses !== undefined && component.licenses.length > 0
  return isNamed || id === undefined ? component : { ...component, licenses: [{ license: { id } }] }
}
