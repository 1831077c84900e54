/**
 * Finds inputs that are modelled on public bug reports. Copies of them are in the folders of fixtures, under
 * the names of the cases.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))
const FOLDERS = ['import', 'archive-cases', 'id-lists']

/** The folder from which the copies were made. Not every checkout has this folder. */
export const CASE_COLLECTION = fileURLToPath(new URL('../../../shared/cases', import.meta.url))

/** The path of a case, such as `09-stream-hour.json`. */
export function caseFile(name: string): string {
  const path = FOLDERS.map((folder) => join(FIXTURES, folder, name)).find((one) => existsSync(one))
  assert.ok(path !== undefined, `there is no copy of the case ${name}`)
  return path
}
