/** Checks that the guide to faults lists every field, with an example that the parser accepts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import { DISCONNECT_NAMES } from '../../api/_disconnects.ts'
import { publicFamilies } from '../../api/_families.ts'
import { parsePlan } from './parse-plan.ts'
import { ACTIONS, type FaultTarget, PLAN, SELECTION } from './plan.ts'
import { COMMON_ERRORS, type FaultVocabulary } from './vocabulary.ts'

const GUIDE = readFileSync(new URL('../../../docs/testing/faults.md', import.meta.url), 'utf8')

const VOCABULARY: FaultVocabulary = {
  families: publicFamilies(),
  disconnects: Object.values(DISCONNECT_NAMES).flat(),
}

interface Described {
  readonly description: string
  readonly examples: readonly unknown[]
}

/** The table row of a field in the guide. */
function rowOf(name: string, schema: TSchema): string {
  const { description, examples } = schema as TSchema & Described
  return `| \`${name}\` | \`${JSON.stringify(examples[0])}\` | ${description} |`
}

function fieldsOf({ properties }: TObject): [string, TSchema][] {
  return Object.entries(properties)
}

/** Fields that are valid only together with another field. */
const COMPANIONS: Readonly<Record<string, object>> = { after_bytes: { cut: 'body' }, after: { stall: true } }

test('the guide to faults lists every field of plans and of faults', () => {
  const rows = [...fieldsOf(SELECTION), ...fieldsOf(PLAN).filter(([name]) => name === 'seed')]
  for (const [name, schema] of rows) assert.ok(GUIDE.includes(rowOf(name, schema)), rowOf(name, schema))
  for (const name of VOCABULARY.disconnects) assert.ok(GUIDE.includes(`\`${name}\``), name)
  for (const reason of COMMON_ERRORS) assert.ok(GUIDE.includes(`\`${reason}\``), reason)
})

for (const on of Object.keys(ACTIONS) as FaultTarget[]) {
  test(`every action on ${on} is in the guide, with an example that the parser accepts`, () => {
    for (const [name, schema] of fieldsOf(ACTIONS[on])) {
      assert.ok(GUIDE.includes(rowOf(name, schema)), rowOf(name, schema))
      const [example] = (schema as TSchema & Described).examples
      const fault = { on, do: { ...COMPANIONS[name], [name]: example } }
      assert.equal(parsePlan(JSON.stringify({ faults: [fault] }), VOCABULARY).faults.length, 1, name)
    }
  })
}

test('the plans in the guide are valid', () => {
  const plans = [...GUIDE.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)
  assert.ok(plans.length > 0)
  for (const text of plans) assert.ok(parsePlan(text, VOCABULARY).faults.length > 0)
})
