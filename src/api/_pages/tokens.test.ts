import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Colours, DARK, LIGHT } from './tokens.ts'

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

type Pair = readonly [front: keyof Colours, back: keyof Colours]

const GROUNDS = ['ground', 'card', 'sunken', 'tint'] as const

const TEXTS: readonly Pair[] = [
  ...GROUNDS.flatMap((back) => [
    ['text', back] as const,
    ['quiet', back] as const,
    ['accent', back] as const,
  ]),
  ['onAccent', 'accent'],
  ...(['danger', 'good', 'warn'] as const).flatMap((role) => [
    [role, 'card'] as const,
    [role, `${role}Tint`] as const,
  ]),
]

const EDGES: readonly Pair[] = [
  ['edge', 'card'],
  ['edge', 'ground'],
]

for (const [theme, colours] of Object.entries({ LIGHT, DARK }))
  describe(`the colours of ${theme}`, () => {
    test('are six hexadecimal digits', () => {
      for (const [role, colour] of Object.entries(colours)) assert.match(colour, /^#[\da-f]{6}$/, role)
    })

    const assertContrast = (pairs: readonly Pair[], least: number) => {
      for (const [front, back] of pairs) {
        const ratio = contrast(colours[front], colours[back])
        assert.ok(ratio >= least, `${front} on ${back}: ${ratio}`)
      }
    }
    test('texts have a contrast of 4.5 to 1', () => assertContrast(TEXTS, 4.5))
    test('edges of fields have a contrast of 3 to 1', () => assertContrast(EDGES, 3))
  })
