import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkDocumentNames,
  checkFileNames,
  checkGenerated,
  checkNames,
  checkProofs,
  type Facts,
} from './documents.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/db/store.ts': '',
  'docs/a.md': '',
  'docs/decisions/0001-a.md': '',
  'src/a.test.ts': "test('a change and its event are one', () => {})",
}

const FACTS: Facts = {
  exists: (path) => FILES[path] !== undefined,
  read: (path) => FILES[path],
  variables: ['AVIARY_PORT'],
  commands: ['serve'],
  scripts: ['docs'],
  events: ['user.created'],
  urls: ['/1.1/followers/ids.json'],
}

/** The number of faults that the rules find in a document with this text. */
function faults(text: string, path = 'docs/b.md'): number {
  const documents = [{ path, text }]
  return checkFileNames(documents, FACTS).length + checkNames(documents, FACTS).length
}

test('a generated document that differs, or is missing, is found', () => {
  const generated = new Map([
    ['docs/a.md', ''],
    ['docs/new.md', 'text'],
  ])
  assert.deepEqual(
    checkGenerated(generated, FACTS.read).map(({ path }) => path),
    ['docs/new.md'],
  )
})

describe('names in documents', () => {
  const right = [
    'See `src/db/store.ts`, [this](a.md#head) and [that](decisions/0001-a.md).',
    'Out in the [world](https://example.org/x.md), or [here](#head).',
    'Set `AVIARY_PORT`, or TEST_POSTGRES_URL in a test.',
    'Run `aviary serve` or `npm run docs`.',
    'The event `user.created`, the module `fs.promises`, the scope `user.read`.',
    'GET `/1.1/followers/ids.json`.',
    '```\nnames/in/blocks.ts `src/none.ts`\n```',
  ]
  for (const text of right) test(text, () => assert.equal(faults(text), 0))

  const wrong = [
    'See `src/db/none.ts`.',
    'See [this](none.md).',
    'See `NONE.md`.',
    'Set AVIARY_PORTS.',
    'Run `aviary fly`.',
    'Run `npm run fly`.',
    'The event `user.flown`.',
    'GET `/1.1/followers/none.json`.',
  ]
  for (const text of wrong) test(text, () => assert.equal(faults(text), 1))

  test('the specification may name URLs that are not served, but not unknown settings', () => {
    assert.equal(faults('GET `/1.1/followers/none.json` has `user.flown`.', 'docs/spec/a.md'), 0)
    assert.equal(faults('Set AVIARY_PORTS.', 'docs/spec/a.md'), 1)
  })

  test('links are relative to the folder of their document', () => {
    assert.equal(faults('[a](docs/a.md)', 'README.md'), 0)
    assert.equal(faults('[a](docs/a.md)', 'docs/b.md'), 1)
  })
})

test('a document that a source names and that does not exist is found', () => {
  const sources = [
    { path: 'src/a.ts', text: '// see docs/a.md' },
    { path: 'src/b.ts', text: '// see docs/none.md and PROMISES.md' },
  ]
  assert.deepEqual(
    checkDocumentNames(sources, FACTS).map(({ path }) => path),
    ['src/b.ts', 'src/b.ts'],
  )
})

test('a proof whose test does not exist is found', () => {
  const check = (text: string) => checkProofs({ path: 'INVARIANTS.md', text }, FACTS.read).length
  assert.equal(check('- Proof: `src/a.test.ts`, “a change and its event are one”'), 0)
  assert.equal(check('- Proof: `src/a.test.ts`, “pigs fly”'), 1)
  assert.equal(check('- Proof: `src/none.test.ts`, “a change and its event are one”'), 1)
})
