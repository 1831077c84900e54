/** Tests that every text that users read is in the catalogue of the console, console/src/text. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../layout/source.ts'

/**
 * Patterns for texts outside of the catalogue: between tags, in attributes and properties that users read,
 * and in problems. Shell commands in the property `command` are not translated, so they do not count.
 */
const PLACES = {
  markup: /(?<![=-])>\s*([A-Za-z][^<>{}=;():|&]*)\s*<\//g,
  attribute:
    /\b(?:label|title|placeholder|description|alt|message|header|aria-label)(?:=|: )["'`]([^"'`]*(?:[A-Z][a-z]|[a-z] [a-z])[^"'`]*)["'`]/g,
  problem: /new ApiProblem\([^()]*?,\s*['"`]([A-Z][^'"`]*)/g,
  child: /(?<!command=)\{['"`]([^'"`{}]*[a-z]{2} [a-z]{2}[^'"`{}]*)['"`]\}/g,
} as const

function textsIn(source: string): string[] {
  return Object.values(PLACES).flatMap((place) => [...source.matchAll(place)].map(([, text = '']) => text))
}

test('no page and no component contains its own text for users: all texts are in the catalogue', () => {
  const folder = join(ROOT, 'console/src')
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (name) => !name.startsWith('text/') && !name.endsWith('.d.ts'),
  )
  assert.ok(files.length > 150)
  const found = files.flatMap((name) =>
    textsIn(readFileSync(join(folder, name), 'utf8')).map((text) => `${name}: ${text}`),
  )
  assert.deepEqual(found, [])
})

test('the patterns find texts in markup, attributes, properties, problems and children', () => {
  const source = `<Text c="dimmed">No apps yet</Text> <Input label="Your name" placeholder="dev" />
    const column = { id: 'a', header: 'Last use' }
    throw new ApiProblem(0, 'unreachable', 'Not there') <b>{'two words'}</b> <Promise<Row>>() => <p>{TEXTS.none}</p>`
  assert.deepEqual(textsIn(source).toSorted(), [
    'Last use',
    'No apps yet',
    'Not there',
    'Your name',
    'two words',
  ])
})
