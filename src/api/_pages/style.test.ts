import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STYLE } from './style.ts'

/** The colours of the light and of the dark scheme, by name. */
function schemes(): Map<string, string>[] {
  return [...String(STYLE).matchAll(/:root \{([^}]*)\}/g)].map(
    ([, block = '']) =>
      new Map(
        [...block.matchAll(/--([\w-]+): #([0-9a-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex]),
      ),
  )
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test('text stands out from its ground by 4.5 to 1, links and the mark of the focus too, in both schemes', () => {
  const found = schemes()
  assert.equal(found.length, 2)
  for (const colours of found) {
    const ratio = (front: string, back: string) => {
      const [one, two] = [colours.get(front), colours.get(back)]
      assert.ok(one !== undefined && two !== undefined, `${front} on ${back}`)
      return contrast(one, two)
    }
    const texts = [
      ['text', 'card'],
      ['text', 'ground'],
      ['quiet', 'card'],
      ['quiet', 'ground'],
      ['accent', 'card'],
      ['accent', 'ground'],
      ['on-accent', 'accent'],
      ['danger', 'card'],
      ['danger', 'alert'],
    ] as const
    for (const [front, back] of texts)
      assert.ok(ratio(front, back) >= 4.5, `${front} on ${back}: ${ratio(front, back)}`)
  }
})

test('nothing is fetched by the style sheet', () => {
  assert.doesNotMatch(String(STYLE), /url\(|@import|@font-face/)
})
