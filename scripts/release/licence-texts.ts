/**
 * Collects the licence texts of the libraries inside the package. The licences require that the package
 * contains their texts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { ROOT } from '../root.ts'
import type { LockFile } from './licences.ts'

/** Separates the texts of two packages. */
const RULE = `\n${'-'.repeat(80)}\n\n`

const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * The licence texts of the packages to which the files belong.
 * @param inputs the paths of files, relative to the root
 * @throws {Error} when a package has no file with its licence, and its manifest names no licence
 */
export function licenceTexts(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[1] ?? []))
  const texts = [...folders].toSorted().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly version: string
      readonly license?: string
    }
    const file = readdirSync(join(ROOT, folder)).find((name) => /^(licen[cs]e|copying|unlicense)/i.test(name))
    const text =
      file === undefined ? `Licence: ${manifest.license}` : readFileSync(join(ROOT, folder, file), 'utf8')
    if (file === undefined && manifest.license === undefined) {
      throw new Error(`${relative(ROOT, folder)} (${basename(folder)}) names no licence`)
    }
    return `${manifest.name} ${manifest.version}\n\n${text.trim()}\n`
  })
  return texts.join(RULE)
}

/**
 * The licence texts of the libraries in the built files of the console. The packages of the console must be
 * installed.
 */
export function consoleLicences(): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'console/package-lock.json'), 'utf8')) as LockFile
  const used = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  const folders = used.map(([path]) => `console/${path}/`)
  // Packages for other platforms are not installed.
  return `${RULE}${licenceTexts(folders.filter((folder) => existsSync(join(ROOT, folder))))}`
}
