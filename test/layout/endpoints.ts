/** Checks endpoint files: their paths, their lists, and the tests of their errors. */
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAsExpression } from 'typescript/unstable/ast/is'
import { type Finding, fileFinding, findingAt } from './finding.ts'
import { importsOf } from './imports.ts'
import { filesBelow, isTest, nodesIn, ROOT, type Source } from './source.ts'

/** The part of an endpoint's declaration that the rules check. */
export interface DeclaredEndpoint {
  readonly method: string
  readonly paths: readonly string[]
  readonly errors: readonly DeclaredError[]
}

export interface DeclaredError {
  readonly status: number
  /** The code; undefined in families without codes. */
  readonly code?: number | string
}

/** A module of src/api with its exports by name. */
export interface ApiModule {
  readonly path: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Imports every module of src/api. */
export async function importApi(): Promise<ApiModule[]> {
  const paths = filesBelow('src/api', /\.ts$/).filter((path) => !isTest(path))
  return Promise.all(
    paths.map(async (path) => ({ path, exports: await import(pathToFileURL(posix.join(ROOT, path)).href) })),
  )
}

/**
 * True for an endpoint file. Inside src/api every file is an endpoint, unless a part of its path begins with
 * `_`.
 */
export function isEndpointFile(path: string): boolean {
  return path.startsWith('src/api/') && !path.split('/').some((name) => name.startsWith('_'))
}

/** The file that belongs to a URL, without parameters and without `.json`. The root is `index.ts`. */
export function filePathOf(url: string): string {
  const names = url.split('/').filter((name) => name !== '' && !name.startsWith(':'))
  return names.length === 0 ? 'src/api/index.ts' : `src/api/${names.join('/').replace(/\.json$/, '')}.ts`
}

/** The endpoints that a module exports. */
export function endpointsOf({ exports }: ApiModule): DeclaredEndpoint[] {
  return Object.values(exports).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is DeclaredEndpoint {
  return typeof value === 'object' && value !== null && 'paths' in value && 'method' in value
}

/** Rule: the public URL of an endpoint determines its file. */
export function checkFilePaths(modules: readonly ApiModule[]): Finding[] {
  return modules.flatMap((module) => {
    const endpoints = endpointsOf(module)
    if (!isEndpointFile(module.path)) {
      if (endpoints.length === 0) return []
      return [fileFinding(module.path, 'exports an endpoint; give the endpoint a file named by its URL')]
    }
    if (endpoints.length === 0) {
      return [fileFinding(module.path, 'exports no endpoint; begin its name with an underscore, or move it')]
    }
    return endpoints
      .flatMap((endpoint) => endpoint.paths)
      .filter((url) => filePathOf(url) !== module.path)
      .map((url) =>
        fileFinding(module.path, `declares ${url}, whose file is ${filePathOf(url)}; move one of the two`),
      )
  })
}

/** Rule: `_endpoints.ts` of a family lists every endpoint of its folder once, and no other endpoints. */
export function checkLists(modules: readonly ApiModule[]): Finding[] {
  const lists = modules.filter(({ path }) => posix.basename(path) === '_endpoints.ts')
  const missing = modules
    .filter(({ path }) => isEndpointFile(path))
    .flatMap((module) => {
      const list = familyOf(module.path, lists)
      if (list === undefined)
        return [fileFinding(module.path, 'is in no family: no folder above it has an _endpoints.ts')]
      const listed = listedIn(list)
      return endpointsOf(module)
        .filter((endpoint) => listed.filter((other) => other === endpoint).length !== 1)
        .map(({ paths }) => fileFinding(module.path, `${paths[0]} must stand in ${list.path} once`))
    })
  const strays = lists.flatMap((list) => {
    const own = modules
      .filter(({ path }) => isEndpointFile(path) && familyOf(path, lists) === list)
      .flatMap(endpointsOf)
    return listedIn(list)
      .filter((endpoint) => !own.includes(endpoint))
      .map(({ paths }) => fileFinding(list.path, `lists ${paths[0]}, which no file of its folder exports`))
  })
  return [...missing, ...strays]
}

function listedIn(list: ApiModule): DeclaredEndpoint[] {
  return Object.values(list.exports).flat().filter(isEndpoint)
}

function familyOf(path: string, lists: readonly ApiModule[]): ApiModule | undefined {
  return lists
    .filter((list) => path.startsWith(`${posix.dirname(list.path)}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Rule: the types of an endpoint follow from its declaration, and no value is cast to an endpoint. */
export function checkEndpointCasts(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ text }) => mayCastToEndpoint(text))
    .flatMap((source) =>
      nodesIn(source.tree)
        .filter((node) => isAsExpression(node) && /\bEndpoint\b/.test(node.type.getText(source.tree)))
        .map((node) =>
          findingAt(source, node, 'casts to Endpoint; declare it by defineEndpoint (src/api/_endpoint.ts)'),
        ),
    )
}

/** False if the text surely has no cast to an endpoint. Most files are such texts, and need not be parsed. */
export function mayCastToEndpoint(text: string): boolean {
  return /\bas\s[^;]{0,200}\bEndpoint\b/.test(text)
}

/** The label of an error in titles of tests: `404/34`, or `404` in a family without codes. */
function errorLabel({ status, code }: DeclaredError): string {
  return code === undefined ? String(status) : `${status}/${code}`
}

/**
 * Rule: every declared error of an endpoint is named in the title of a test. The test is next to the
 * endpoint, or in a suite of test/support that the test next to it runs.
 * @param sources the tests, and the files that they import
 */
export function checkErrorTests(modules: readonly ApiModule[], sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return modules
    .filter(({ path }) => isEndpointFile(path))
    .flatMap((module) => {
      const stem = module.path.replace(/\.ts$/, '')
      const tests = sources.filter(({ path }) => isTest(path) && TEST_OF.test(path.replace(stem, '')))
      if (tests.length === 0) return [fileFinding(module.path, `has no test; write ${stem}.test.ts`)]
      const titles = withSuites(tests, byPath).flatMap(titlesIn)
      const declared = endpointsOf(module).flatMap(({ errors }) => errors)
      return [...new Set(declared.map(errorLabel))]
        .filter((label) => !titles.some((title) => `${title} `.startsWith(`${label} `)))
        .map((label) =>
          fileFinding(module.path, `declares the error ${label}; begin a test's title with "${label} "`),
        )
    })
}

/** The part of a test's name after the `x` of `x.ts`: `.test.ts`, `.pg.test.ts`, `-under-change.test.ts`. */
const TEST_OF = /^[.-][\w.-]*test\.ts$/

/** Tests with the files of test/ that they run, directly or indirectly. */
function withSuites(tests: readonly Source[], byPath: ReadonlyMap<string, Source>): Source[] {
  const reached = new Set(tests)
  for (const source of reached) {
    for (const { target } of importsOf(source)) {
      const suite = target.startsWith('test/') ? byPath.get(target) : undefined
      if (suite !== undefined) reached.add(suite)
    }
  }
  return [...reached]
}

/** The titles of tests in a source. For a template, the text before the first substitution. */
function titlesIn({ text }: Source): string[] {
  return [...text.matchAll(TITLE)].map(([, , title = '']) => title)
}

/** A call that declares a test, on a line that is not a comment. Only labels are read, so no parser is needed. */
const TITLE =
  /^(?!\s*(?:\/\/|\*)).*?(?<![\w$])(?:test|slowTest|it|describe)\(\s*(['"`])((?:(?!\1|\$\{|\\)[^\n])*)/gm
