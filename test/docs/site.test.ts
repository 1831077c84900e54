/** Tests the site of the documentation. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildDocs } from '../../scripts/docs-site.ts'
import { ROOT, readText } from '../layout/source.ts'
import { slowTest } from '../support/part.ts'

const pages = () => globSync('docs/**/*.md', { cwd: ROOT, exclude: ['docs/node_modules/**'] })

slowTest(
  'npm run docs:build builds every page, without dead links, and with a search that uses no other sites',
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'aviary-docs-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    buildDocs(folder)
    assert.equal(globSync('**/*.html', { cwd: folder }).length, pages().length + 1, 'all pages, and 404.html')
    const [index = ''] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: folder })
    assert.match(readFileSync(join(folder, index), 'utf8'), /guides\/compliance/)
    const start = readFileSync(join(folder, 'start.html'), 'utf8')
    assert.deepEqual(start.match(/(?:src|href)="https?:\/\/[^"]+"/g) ?? [], [], 'nothing from other sites')
  },
)

test('the sidebar has every page of the folders of the site', () => {
  const config = readText('docs/.vitepress/config.ts')
  const listed = new Set([
    'index',
    ...[...config.matchAll(/page\('[^']*', '([^']+)'\)/g)].map(([, link]) => link),
  ])
  const folders = [...config.matchAll(/pagesOf\('(\w+)'\)/g)].map(([, folder = '']) => `${folder}/`)
  const missing = pages()
    .map((path) => path.slice('docs/'.length, -'.md'.length))
    .filter((path) => !listed.has(path) && !folders.some((folder) => path.startsWith(folder)))
  assert.deepEqual(missing, [])
})
