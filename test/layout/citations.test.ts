import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkCitations,
  checkOldCitations,
  checkSpecificationLinks,
  specificationOf,
  uncitedHeadings,
} from './citations.ts'

const SPECIFICATION = specificationOf([
  { path: 'docs/spec/README.md', text: '# Specification\n\n## Rank\n' },
  {
    path: 'docs/spec/followers.md',
    text: '# Follower IDs\n\n## Cursors\n\n## v1.1 body, fail_dm_commands\n\n```\n## no heading\n```\n',
  },
  { path: 'docs/other.md', text: '## Elsewhere\n' },
])

test('pages of docs/spec are read with their headings, which become anchors as on GitHub', () => {
  assert.deepEqual(
    [...SPECIFICATION].map(([page, anchors]) => [page, ...anchors]),
    [
      ['README.md', 'rank'],
      ['followers.md', 'cursors', 'v11-body-fail_dm_commands'],
    ],
  )
})

describe('citations', () => {
  const faults = (text: string) => checkCitations([{ path: 'src/a.ts', text }], SPECIFICATION).length

  const right = [
    '/** Pages (spec/followers.md#cursors, spec/followers.md#v11-body-fail_dm_commands). */',
    "test('200 spec/followers.md#cursors: pages', () => {})",
    '// See spec/README.md and docs/spec/followers.md.',
  ]
  for (const text of right) test(text, () => assert.equal(faults(text), 0))

  const wrong = [
    '/** Pages (spec/followers.md#none). */',
    '/** Pages (spec/followers.md#no-heading). */',
    '/** Pages (spec/followers.md). */',
    "test('200 spec/none.md#cursors: pages', () => {})",
  ]
  for (const text of wrong) test(text, () => assert.equal(faults(text), 1))
})

test('a link into the specification whose heading does not exist is found', () => {
  const faults = (path: string, text: string) =>
    checkSpecificationLinks([{ path, text }], SPECIFICATION).map(({ message }) => message)
  assert.deepEqual(
    faults('docs/spec/a.md', '[a](followers.md#cursors), [b](followers.md), [c](https://x.org#y)'),
    [],
  )
  assert.deepEqual(faults('docs/spec/followers.md', '[a](#cursors), [b](../other.md#none)'), [])
  assert.deepEqual(faults('docs/a.md', '[a](spec/followers.md#none)'), [
    'links to docs/spec/followers.md#none, and there is no such heading',
  ])
  assert.deepEqual(faults('docs/spec/followers.md', '[a](#none)'), [
    'links to docs/spec/followers.md#none, and there is no such heading',
  ])
})

describe('citations in an old format', () => {
  const faults = (text: string) => checkOldCitations([{ path: 'src/a.ts', text }], SPECIFICATION).length

  const right = [
    '/** Pages (spec/followers.md#cursors). */',
    'See [followers.md](spec/followers.md#cursors) and docs/spec/followers.md.',
    'Read README.md, or src/filter/followers.md.',
  ]
  for (const text of right) test(text, () => assert.equal(faults(text), 0))

  const wrong = [
    '/** Pages (followers.md section 1). */',
    "test('common.md 5 Nonce: once', () => {})",
    '/** Errors (spec/common.md section 2). */',
    '`followers.md` 4',
    'See ../shared/spec.',
    "test('design.md 8: export', () => {})",
    '/** Rules (design section 6). */',
  ]
  for (const text of wrong) test(text, () => assert.equal(faults(text), 1))
})

test('headings that no test cites are listed by page', () => {
  const uncited = uncitedHeadings(
    [{ path: 'src/a.test.ts', text: "test('spec/followers.md#cursors: pages', () => {})" }],
    SPECIFICATION,
  )
  assert.deepEqual(
    uncited.map(({ path, message }) => [path, message]),
    [['docs/spec/followers.md', 'no test cites #v11-body-fail_dm_commands']],
  )
  assert.equal(uncitedHeadings([], SPECIFICATION).length, 1)
})
