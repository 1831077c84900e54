/**
 * Generates the types with which the console calls its API, from the API document of the console's endpoints.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publicFamilies } from '../src/api/_families.ts'
import { openApiDocument } from '../src/api/_openapi/document.ts'
import { ROOT } from '../test/layout/source.ts'

/** Path of the generated file from the root. */
export const CONSOLE_CLIENT = 'console/src/api/schema.d.ts'

/** The used parts of openapi-typescript. This library needs the TypeScript version of the console. */
interface Generator {
  default(document: object, options?: object): Promise<unknown>
  astToString(nodes: unknown): string
}

const HEAD = '// Generated from the declarations in src/api/console by `npm run docs`. Do not edit.\n'

/** Text of the generated file. Undefined while the packages of the console are not installed. */
export async function consoleClient(): Promise<string | undefined> {
  const path = join(ROOT, 'console/node_modules/openapi-typescript/dist/index.mjs')
  if (!existsSync(path)) return undefined
  const generator = (await import(pathToFileURL(path).href)) as Generator
  const families = publicFamilies().filter(({ name }) => name === 'console')
  const document = openApiDocument(families, { title: 'Aviary console', version: '1' })
  const nodes = await generator.default(document, { alphabetize: true })
  return HEAD + generator.astToString(nodes)
}
