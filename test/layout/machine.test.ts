import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMachine, MACHINE_RULES } from './machine.ts'
import { parseSources } from './source.ts'

const RULES = MACHINE_RULES.map((rule) => ({ ...rule, exceptions: [] }))

function findingsIn(text: string, path = 'src/domain/x.ts'): number {
  return checkMachine(parseSources({ [path]: text }), RULES).length
}

describe('direct use of the machine is found', () => {
  const asking = [
    'const port = process.env.PORT',
    "const port = process['env'].PORT",
    'const { env } = process',
    "import { env } from 'node:process'",
    'const t = Date.now()',
    'const now = Date.now',
    'const t = new Date()',
    'const t = Date()',
    'const t = performance.now()',
    'const t = process.hrtime.bigint()',
    'setTimeout(() => {}, 10)',
    'globalThis.setInterval(() => {}, 10)',
    "import { setTimeout as wait } from 'node:timers/promises'",
    'const s = AbortSignal.timeout(10)',
    'const r = Math.random()',
    "import { randomBytes } from 'node:crypto'",
    "import { randomUUID as id } from 'node:crypto'",
    'const id = crypto.randomUUID()',
    'reply.raw.write(text)',
    'reply.hijack()',
  ]
  for (const text of asking) test(text, () => assert.equal(findingsIn(text), 1))
})

describe('services that are passed as parameters are allowed', () => {
  const given = [
    'const t = clock.now()',
    'const t = new Date(row.at)',
    'session.setTimeout(1000)',
    'const at = Date.parse(text)',
    '// Date.now()\nconst text = "Math.random()"',
    "import { createHash } from 'node:crypto'",
    'const url = request.raw.url',
  ]
  for (const text of given) test(text, () => assert.equal(findingsIn(text), 0))
})

test('the allowed files pass', () => {
  assert.equal(findingsIn('export const now = () => Date.now()', 'src/lib/time/clock.ts'), 0)
  assert.equal(findingsIn('export const all = () => process.env', 'src/config.ts'), 0)
  assert.equal(findingsIn('reply.raw.write(text)', 'src/http/stream-response.ts'), 0)
})
