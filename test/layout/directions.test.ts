import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkCycles,
  checkDirections,
  checkOutside,
  checkPackages,
  checkProgram,
  checkProperties,
  checkUnusedDirections,
} from './directions.ts'
import { parseSources } from './source.ts'

const TABLE = { main: ['*'], api: ['domain', 'db/errors', 'http/words'], domain: ['lib'], lib: [] }

/** True if the rules find nothing in `src/api/x.ts` with this text. */
function mayImport(text: string): boolean {
  return checkDirections(parseSources({ 'src/api/x.ts': text }), TABLE).length === 0
}

describe('directions of imports', () => {
  test('an allowed import passes', () => {
    assert.ok(mayImport("import { a } from '../domain/a/b.ts'"))
    assert.ok(mayImport("import { a } from './1.1/_family.ts'"))
    assert.ok(mayImport("import { StoreBusy } from '../db/errors.ts'"))
    assert.ok(mayImport("import { w } from '../http/words/w.ts'"))
  })

  test('a forbidden import is found: a value, a type, a re-export, a dynamic import', () => {
    for (const text of [
      "import { a } from '../lib/a.ts'",
      "import type { A } from '../db/store.ts'",
      "import '../http/app.ts'",
      "export { a } from '../lib/a.ts'",
      "export * from '../lib/a.ts'",
      "export const a = () => import('../lib/a.ts')",
      "export const a: import('../lib/a.ts').A = 1",
    ]) {
      assert.ok(!mayImport(text), text)
    }
  })

  test('an import in a comment or a string is ignored', () => {
    assert.ok(mayImport("// import { a } from '../lib/a.ts'\nexport const text = `import '../lib/a.ts'`"))
  })

  test('a part of src without an entry in the table is found', () => {
    const [finding] = checkDirections(parseSources({ 'src/attic/x.ts': 'export {}' }), TABLE)
    assert.match(finding?.message ?? '', /attic is not in the table/)
  })

  test('an entry of the table that no import uses is found', () => {
    const sources = parseSources({ 'src/domain/x.ts': "import '../lib/a.ts'", 'src/lib/a.ts': 'export {}' })
    assert.deepEqual(checkUnusedDirections(sources, { domain: ['lib'], lib: [] }), [])
    const [finding, ...others] = checkUnusedDirections(sources, { domain: ['lib', 'db'], lib: [] })
    assert.match(finding?.message ?? '', /domain imports nothing of db/)
    assert.deepEqual(others, [])
  })

  test('main may import everything', () => {
    assert.deepEqual(checkDirections(parseSources({ 'src/main.ts': "import './lib/a.ts'" }), TABLE), [])
  })
})

describe('cycles', () => {
  test('three files in a cycle are found, even if they import only types', () => {
    const findings = checkCycles(
      parseSources({
        'src/a.ts': "import './b.ts'",
        'src/b.ts': "import type { C } from './c.ts'",
        'src/c.ts': "export type C = 1\nimport './a.ts'",
      }),
    )
    assert.equal(findings.length, 1)
    assert.match(findings[0]?.message ?? '', /src\/a\.ts → src\/b\.ts → src\/c\.ts → src\/a\.ts/)
  })

  test('two paths to one file are not a cycle', () => {
    const sources = parseSources({
      'src/a.ts': "import './b.ts'\nimport './c.ts'",
      'src/b.ts': "import './d.ts'",
      'src/c.ts': "import './d.ts'",
      'src/d.ts': 'export {}',
    })
    assert.deepEqual(checkCycles(sources), [])
  })
})

describe('packages', () => {
  const check = (path: string, text: string) =>
    checkPackages(parseSources({ [path]: text }), ['kysely'], { kysely: ['db'] })

  test('an allowed package passes, even with deep paths, and built-in modules pass', () => {
    assert.deepEqual(check('src/db/x.ts', "import { sql } from 'kysely/helpers'\nimport 'node:fs'"), [])
  })

  test('an import of a package in a folder that may not import it is found', () => {
    assert.match(check('src/http/x.ts', "import 'kysely'")[0]?.message ?? '', /only db may know/)
  })

  test('a package that is not a published dependency is found', () => {
    assert.match(check('src/db/x.ts', "import '@scope/tool/deep'")[0]?.message ?? '', /@scope\/tool, which/)
  })

  test('a dependency without an entry in the table is found', () => {
    assert.equal(checkPackages([], ['kysely'], {})[0]?.path, 'package.json')
  })
})

describe('code outside the program', () => {
  test('an acceptance test that reaches src through a helper is found', () => {
    const sources = parseSources({
      'acceptance/a.test.ts': "import '../test/support/helper.ts'",
      'test/support/helper.ts': "import '../../src/main.ts'",
    })
    assert.match(checkOutside(sources)[0]?.message ?? '', /helper\.ts → src\/main\.ts/)
  })

  test('an acceptance test that does not reach src passes', () => {
    const sources = parseSources({
      'acceptance/a.test.ts': "import './b.ts'",
      'acceptance/b.ts': "import 'node:http'",
    })
    assert.deepEqual(checkOutside(sources), [])
  })

  test('the program may not import tests or bench, but tests may', () => {
    const text = "import '../test/support/clock.ts'\nimport '../bench/main.ts'\nimport './x.test.ts'"
    assert.equal(checkProgram(parseSources({ 'src/a.ts': text })).length, 3)
    assert.deepEqual(checkProgram(parseSources({ 'src/a.test.ts': text })), [])
  })

  test('a test or helper that imports fast-check directly is found; properties.ts and bench pass', () => {
    const text = "import fc from 'fast-check'"
    const paths = ['src/a.test.ts', 'test/support/a.ts', 'test/support/properties.ts', 'bench/a.ts']
    const found = checkProperties(parseSources(Object.fromEntries(paths.map((path) => [path, text]))))
    assert.deepEqual(
      found.map(({ path }) => path),
      paths.slice(0, 2),
    )
  })
})
