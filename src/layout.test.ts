/**
 * Checks that the repository follows the layout in ARCHITECTURE.md. The rules are in test/layout, next to tests that
 * violate each rule intentionally. A failure states the file, the problem and the remedy.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { generatedDocuments } from '../scripts/docs.ts'
import {
  checkCitations,
  checkOldCitations,
  checkSpecificationLinks,
  specificationOf,
  uncitedHeadings,
} from '../test/layout/citations.ts'
import { checkCommandsAppend, checkCommandsAwait } from '../test/layout/commands.ts'
import {
  checkCycles,
  checkDirections,
  checkOutside,
  checkPackages,
  checkProgram,
  checkProperties,
  checkUnusedDirections,
} from '../test/layout/directions.ts'
import {
  checkDocumentNames,
  checkFileNames,
  checkGenerated,
  checkNames,
  checkProofs,
  type Document,
  type Facts,
} from '../test/layout/documents.ts'
import {
  type ApiModule,
  checkEndpointCasts,
  checkErrorTests,
  checkFilePaths,
  checkLists,
  importApi,
  mayCastToEndpoint,
} from '../test/layout/endpoints.ts'
import { checkErrorTexts, checkStatuses } from '../test/layout/error-tables.ts'
import { documentFacts } from '../test/layout/facts.ts'
import { type Finding, formatFindings } from '../test/layout/finding.ts'
import { mayImportDeeply } from '../test/layout/imports.ts'
import { checkMachine } from '../test/layout/machine.ts'
import { checkQuietImports } from '../test/layout/quiet.ts'
import { checkSilence } from '../test/layout/silence.ts'
import { checkFolders, checkSizes } from '../test/layout/sizes.ts'
import {
  filesBelow,
  isTest,
  parseTogether,
  ROOT,
  readSources,
  readText,
  type Source,
} from '../test/layout/source.ts'
import { checkSqlPlaces, checkTableOwners, ownersOf } from '../test/layout/sql.ts'
import { slowTest } from '../test/support/part.ts'

function none(findings: readonly Finding[]): void {
  assert.ok(findings.length === 0, `\n${formatFindings(findings)}\n`)
}

/** All TypeScript sources, including tests. */
const everything: Source[] = []
/** The sources in src that are not tests. */
const program: Source[] = []
const api: ApiModule[] = []

before(async () => {
  everything.push(...readSources('src', 'test', 'bench', 'scripts', 'acceptance', 'simulator', 'console'))
  program.push(...everything.filter(({ path }) => path.startsWith('src/') && !isTest(path)))
  const others = everything.filter(({ text }) => mayImportDeeply(text) || mayCastToEndpoint(text))
  parseTogether([...new Set([...program, ...others])])
  api.push(...(await importApi()))
})

describe('1 and 2: the URL of an endpoint determines the place of its file', () => {
  test('every endpoint file has the path that the URLs of its endpoints determine', () =>
    none(checkFilePaths(api)))
  test('a family lists every endpoint of its folder and no other endpoint', () => none(checkLists(api)))
  test('nothing is cast to an endpoint', () => none(checkEndpointCasts(everything)))
})

describe('3 and 11: imports between folders have one direction', () => {
  test('folders import only what the table allows', () => none(checkDirections(program)))
  test('the table allows nothing that no file imports', () => none(checkUnusedDirections(program)))
  test('no file imports itself through other files', () => none(checkCycles(everything)))
  test('an npm package is imported only in the folders that may use it', () => {
    const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: Record<string, string> }
    none(checkPackages(program, Object.keys(dependencies)))
  })
  test('the program imports only published packages', () => none(checkProgram(everything)))
  test('tests import fast-check only through the file that sets the number of runs in each part', () =>
    none(checkProperties(everything)))
  test('acceptance, simulator and console import nothing from src', () => none(checkOutside(everything)))
})

test('4: one file reads settings, one file uses time and randomness, and one file uses the raw reply', () =>
  none(checkMachine(program)))

describe('5: SQL is in the folder of its subject', () => {
  test('queries are made in domain, log, counters and db', () => none(checkSqlPlaces(program)))
  test('a table is written by its owner', () => none(checkTableOwners(program, owners())))
})

function owners(): ReadonlyMap<string, readonly string[]> {
  const schema = program.find(({ path }) => path === 'src/db/schema.ts')
  assert.ok(schema !== undefined)
  return ownersOf(schema)
}

describe('6 and 13: write commands', () => {
  test('append an event, or have a comment with the reason why not', () => none(checkCommandsAppend(program)))
  test('await nothing but the transaction', () => none(checkCommandsAwait(program)))
})

describe('7: errors are in tables', () => {
  test('no other code has the status of an error', () => none(checkStatuses(program)))
  test('no other code has the text of an error', () => none(checkErrorTexts(program)))
})

test('if an error is ignored, a comment has the reason', () => none(checkSilence(program)))

slowTest('8: importing a module opens nothing and reads no setting', () =>
  none(checkQuietImports(program.map(({ path }) => join(ROOT, path)))),
)

describe('9: documents agree with the code', () => {
  let facts: Facts
  const documents: Document[] = []

  before(async () => {
    facts = await documentFacts(api)
    documents.push(...documentPaths().map((path) => ({ path, text: readText(path) })))
  })

  test('generated lists equal the code', async () =>
    none(checkGenerated(await generatedDocuments(), (path) => facts.read(path))))
  test('files that documents name exist', () => none(checkFileNames(documents, facts)))
  test('documents that sources name exist', () => none(checkDocumentNames(program, facts)))
  test('settings, commands, scripts, events and URLs that documents name exist', () =>
    none(checkNames(documents, facts)))
  test('tests that INVARIANTS.md names as proofs exist', () =>
    none(checkProofs({ path: 'INVARIANTS.md', text: readText('INVARIANTS.md') }, (path) => facts.read(path))))
})

describe('14: the specification is in docs/spec', () => {
  const documents = documentPaths().map((path) => ({ path, text: readText(path) }))
  const specification = specificationOf(documents)
  const citing: Document[] = []

  before(() => {
    // Tests of the layout rules are left out, because they contain intentional mistakes.
    citing.push(...everything.filter(({ path }) => !path.startsWith('test/layout/')), ...documents)
  })

  test('citations name pages and headings that exist', () => none(checkCitations(citing, specification)))
  test('links into the specification point to existing headings', () =>
    none(checkSpecificationLinks(documents, specification)))
  test('no file cites the documents that the specification replaced', () =>
    none(checkOldCitations(citing, specification)))
  test('every rule is named by a test, or listed here', (t) => {
    const tests = citing.filter(({ path }) => isTest(path) || /^(?:test|acceptance)\//.test(path))
    for (const page of uncitedHeadings(tests, specification)) t.diagnostic(formatFindings([page]))
  })
})

/** The documents at the root and in docs. */
function documentPaths(): string[] {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  return [...atRoot, ...filesBelow('docs', /\.md$/)]
}

test('10: every error that an endpoint declares is named in a test of that endpoint', () =>
  none(checkErrorTests(api, everything)))

test('12: no file or function is larger than its limit', (t) => {
  const { stopped, warned } = checkSizes(program, readText('GOTCHAS.md'))
  for (const warning of warned) t.diagnostic(formatFindings([warning]))
  none(stopped)
  none(checkFolders(everything))
})
