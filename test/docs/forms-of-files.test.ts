/**
 * Checks that every form of files in the specification has a test that names the form, and that the test has
 * input files.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { FIXTURES_OF_FORMS, FORMS_OF_FILES } from './forms-of-files.ts'
import { ROWS_OF_FORMS, rowsOf } from './rows-of-forms.ts'

const ROOT = new URL('../../', import.meta.url)

const textOf = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')

/** The text of a file without the lines of comments, in which a form needs no test. */
function codeOf(file: string): string {
  const text = textOf(file)
  if (!file.endsWith('.ts')) return text
  const lines = text.split('\n')
  return lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')
}

/**
 * Tests that never run. Tests that only one part of the suite skips use the functions of
 * test/support/part.ts.
 */
const SKIPPED =
  /\b(?:test|it|describe|suite)\.(?:skip|todo)\b|\b(?:skip|todo):\s*(?:true|['"`])|\bt\.(?:skip|todo)\(/

test('a form counts as untested if its test is skipped or is only in a comment', () => {
  for (const skipped of [
    "test.skip('x', () => undefined)",
    "test('x', { skip: true }, run)",
    "test('x', { todo: 'later' }, run)",
    't.skip()',
  ])
    assert.match(skipped, SKIPPED)
  for (const run of ["slowTest('x', run)", "test('skips what it knows', run)", '{ skip: PART }'])
    assert.doesNotMatch(run, SKIPPED)
  for (const file of Object.keys(FORMS_OF_FILES)) {
    const [skipped] = SKIPPED.exec(codeOf(file)) ?? []
    assert.equal(skipped, undefined, file)
  }
})

test('spec/odd-values.md#principles: every form of files has a test that names the form', () => {
  const missing: string[] = []
  for (const [file, rows] of Object.entries(FORMS_OF_FILES)) {
    const text = codeOf(file)
    for (const [form, part] of rows) if (!text.includes(part)) missing.push(`${file}: ${form}`)
  }
  assert.deepEqual(missing, [])
})

test('every row of the tables of forms, and every form in prose, has a test', () => {
  const forms = new Set(Object.values(FORMS_OF_FILES).flatMap((rows) => rows.map(([form]) => form)))
  for (const [place, rows] of Object.entries(ROWS_OF_FORMS)) {
    assert.deepEqual(Object.keys(rows).toSorted(), rowsOf(place).toSorted(), place)
    for (const [row, names] of Object.entries(rows)) {
      assert.ok(names.length > 0, `${place}: ${row}`)
      assert.deepEqual(
        names.filter((name) => !forms.has(name)),
        [],
        `${place}: ${row}`,
      )
    }
  }
})

test('every test of forms has its inputs: fixtures, a generator, or inputs that it writes', () => {
  assert.deepEqual(Object.keys(FIXTURES_OF_FORMS).toSorted(), Object.keys(FORMS_OF_FILES).toSorted())
  for (const [file, fixtures] of Object.entries(FIXTURES_OF_FORMS)) {
    const text = codeOf(file)
    for (const fixture of fixtures.filter((path) => path !== '')) {
      assert.ok(existsSync(new URL(fixture, ROOT)), `${file}: there is no ${fixture}`)
      assert.ok(text.includes(basename(fixture)), `${file} does not name ${fixture}`)
    }
  }
})
