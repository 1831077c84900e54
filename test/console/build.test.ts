/** Tests the build of the console: its size, and the types of its client. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as consoleTokens from '../../console/src/tokens.ts'
import { CONSOLE_CLIENT, consoleClient } from '../../scripts/console-client.ts'
import { DARK, FONTS, LIGHT } from '../../src/api/_pages/tokens.ts'
import { CONSOLE_DIST } from '../../src/api/console/_app/files.ts'
import { readText } from '../layout/source.ts'
import { slowTest } from '../support/part.ts'

const isBuilt = { skip: existsSync(join(CONSOLE_DIST, 'index.html')) ? false : 'run npm run console first' }

/** Maximum bytes of compressed scripts that the first page loads. */
const MAX_FIRST_LOAD = 250_000

/** Maximum number of scripts that the first page loads. */
const MAX_FIRST_SCRIPTS = 20

/** The names of a script and of all scripts that it imports when it is loaded. */
function scriptsOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(CONSOLE_DIST, 'assets', name), 'utf8')
  for (const [, imported = ''] of text.matchAll(/(?:import|from)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    scriptsOf(imported, found)
  }
  return found
}

/**
 * The scripts that a page loads before it is shown.
 * @param lazy chunks that the page loads in addition to the chunks that every page loads
 */
function firstLoad(...lazy: readonly string[]) {
  const page = readFileSync(join(CONSOLE_DIST, 'index.html'), 'utf8')
  const named = [...page.matchAll(/\/console\/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)
  const found = globSync(`{${lazy.join(',')}}-*.js`, { cwd: join(CONSOLE_DIST, 'assets') })
  assert.equal(found.length, lazy.length)
  const names = new Set([...named, ...found].flatMap((name) => [...scriptsOf(name)]))
  return { names, scripts: [...names].map((name) => readFileSync(join(CONSOLE_DIST, 'assets', name))) }
}

test('the first load is below 250 KB of compressed script, and has no charts', isBuilt, () => {
  // The first page loads the layout and the overview.
  const { scripts } = firstLoad('Shell', 'OverviewPage')
  const sizes = scripts.map((bytes) => gzipSync(bytes, { level: 9 }).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total > 50_000 && total < MAX_FIRST_LOAD, `${total} bytes`)
  assert.ok(!scripts.some((bytes) => bytes.includes('recharts')), 'charts load with the pages that show them')
})

test('the first load has few files, because a phone waits for each file', isBuilt, () => {
  const { names } = firstLoad('Shell', 'OverviewPage')
  assert.ok(names.size <= MAX_FIRST_SCRIPTS, `${names.size} scripts`)
})

test('the build has compressed every script and style sheet of at least 1 KiB', isBuilt, () => {
  const assets = join(CONSOLE_DIST, 'assets')
  for (const name of globSync('*.{js,css}', { cwd: assets })) {
    if (readFileSync(join(assets, name)).length < 1024) continue
    assert.ok(existsSync(join(assets, `${name}.gz`)) && existsSync(join(assets, `${name}.br`)), name)
  }
})

test('the console has the colours and fonts of the pages that the server renders', () => {
  assert.deepEqual([consoleTokens.LIGHT, consoleTokens.DARK, consoleTokens.FONTS], [LIGHT, DARK, FONTS])
})

test('the page has no inline script and no style attribute', isBuilt, () => {
  const page = readFileSync(join(CONSOLE_DIST, 'index.html'), 'utf8')
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/)
})

slowTest('the types of the client equal those of the declarations', async (t) => {
  const client = await consoleClient()
  if (client === undefined)
    return t.skip('the packages of the console are not installed; run npm run console')
  assert.equal(readText(CONSOLE_CLIENT), client, 'run "npm run docs"')
})
