/** Every form of files has a test that names it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FORMS_OF_FILES } from './forms-of-files.ts'

const ROOT = new URL('../../', import.meta.url)

test('spec/odd-values.md#principles: every form of files has a test that names it', () => {
  const missing: string[] = []
  for (const [file, rows] of Object.entries(FORMS_OF_FILES)) {
    const text = readFileSync(new URL(file, ROOT), 'utf8')
    for (const [form, part] of rows) if (!text.includes(part)) missing.push(`${file}: ${form}`)
  }
  assert.deepEqual(missing, [])
})
