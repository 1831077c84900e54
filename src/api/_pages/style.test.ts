import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STYLE } from './style.ts'
import { DARK, LIGHT } from './tokens.ts'

test('the style sheet loads no other file', () => {
  assert.doesNotMatch(String(STYLE), /url\(|@import|@font-face/)
})

test('both themes have every colour, and no other colour is used', () => {
  const [before = '', ...rest] = String(STYLE).split('@media (prefers-color-scheme: dark)')
  const [dark = '', others = ''] = rest.join('').split(/\}\s*\}(.*)/s)
  for (const [part, colours] of [
    [before, LIGHT],
    [dark, DARK],
  ] as const)
    for (const colour of Object.values(colours)) assert.ok(part.includes(`:${colour};`), colour)
  assert.doesNotMatch(others, /#[\da-f]{3,8}\b|rgb|hsl/)
  const used = [...others.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => name)
  assert.ok(used.length > 10)
  for (const name of used) assert.ok(before.includes(`--${name}:`), name)
})
