import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { linkTargets } from './link-targets.ts'

const [a, b, c] = ['https://t.co/aaaaaaaaaa', 'https://t.co/bbbbbbbbbb', 'http://t.co/cccccccccc']
const [toA, toB, toC] = ['http://a.example/', 'https://b.example/x,y?z', 'https://c.example/1']

describe('spec/data-files.md#tables: targets of links in tweets.csv', () => {
  const CASES: readonly (readonly [what: string, links: string[], cell: string, ...targets: string[][]])[] = [
    ['one for each link', [a, b, c], `${toA},${toB},${toC}`, [a, toA], [b, toB], [c, toC]],
    ['two links to one address', [a, b], `${toA},${toA}`, [a, toA], [b, toA]],
    ['four photos behind one link', [a, b], `${toA},${toB},${toB},${toB},${toB}`, [a, toA], [b, toB]],
    ['a repeated link', [a, b, a], `${toA},${toB},${toA}`, [a, toA], [b, toB]],
    ['a repeated link with one target', [a, b, a], `${toA},${toB}`, [a, toA], [b, toB]],
    ['a repeated link and two photos', [a, b, a], `${toA},${toB},${toB}`, [a, toA], [b, toB]],
    ['a link that is not short', ['socket.io', a], toA, [a, toA]],
    ['a link that is not short, and photos', ['socket.io', a, b], `${toA},${toB},${toB}`, [a, toA], [b, toB]],
    ['a link that leads to itself', ['http://example.org/1', a], `http://example.org/1,${toA}`, [a, toA]],
  ]
  for (const [what, links, cell, ...targets] of CASES) {
    test(what, () => {
      const found = linkTargets(links, cell)
      assert.deepEqual(
        [...(found ?? [])].filter(([link, target]) => link !== target),
        targets,
      )
    })
  }

  for (const cell of [
    toA,
    `${toA},${toB},${toC}`,
    '[]',
    `['${toA}','${toB}']`,
    `${toA}, ${toB}`,
    `${toA} ${toB}`,
    `${toA}|${toB}`,
    `${toA},www.b.example`,
    'ftp://a.example',
    'javascript:alert(1)',
    `${toA},https://,`,
    `${toA},https://b.example/${'x'.repeat(8_192)}`,
  ]) {
    test(`${cell.slice(0, 60)} has not one address for each of two links`, () => {
      assert.equal(linkTargets([a, b], cell), undefined)
    })
  }

  test('any links get their addresses, with any repeated media at the end', () => {
    const address = fc.webUrl({ withQueryParameters: true })
    fc.assert(
      fc.property(fc.uniqueArray(address, { minLength: 1, maxLength: 8 }), fc.nat(3), (targets, more) => {
        const links = targets.map((_, index) => `https://t.co/${String(index).padStart(10, 'x')}`)
        const media = Array.from({ length: more }, () => targets.at(-1))
        const expected = links.map((link, index) => [link, targets[index]])
        assert.deepEqual([...(linkTargets(links, [...targets, ...media].join(',')) ?? [])], expected)
      }),
    )
  })
})
