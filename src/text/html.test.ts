import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { html } from './html.ts'

describe('html', () => {
  test('escapes values in text and in attributes exactly once', () => {
    const inner = html`<b title="${`"'<&>`}">${'<script>'}</b>`
    assert.equal(String(inner), '<b title="&#34;&#39;&#60;&#38;&#62;">&#60;script&#62;</b>')
    assert.equal(String(html`<p>${inner}</p>`), `<p>${inner}</p>`)
  })

  test('joins arrays, prints numbers, and omits undefined values', () => {
    const items = ['a', 'b'].map((text) => html`<li>${text}</li>`)
    assert.equal(
      String(html`<ul>${items}</ul>${7}${8n}${undefined}${false}`),
      '<ul><li>a</li><li>b</li></ul>78',
    )
  })

  test('prints an object that only looks like HTML as text', () => {
    const impostor = { toString: () => '<script>' } as unknown as string
    assert.equal(String(html`${impostor}`), '&#60;script&#62;')
  })

  test('has the same markup for any value, and every value can be parsed back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', '=', '`', ' ', '\n') }),
        (text) => {
          const markup = String(html`<i title="${text}">${text}</i>`)
          const [, attribute = '', inside = ''] = /^<i title="([^"<>]*)">([^<>]*)<\/i>$/.exec(markup) ?? []
          for (const escaped of [attribute, inside]) {
            const read = escaped.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
            assert.equal(read, text)
          }
        },
      ),
    )
  })
})
