/** Reads rules from parameters, in the dialect of one of the two streams (spec/server.md#rule-tools). */
import { Type } from 'typebox'
import type { RuleProduct } from '../../../../domain/rules/rule.ts'
import type { Expression } from '../../../../filter/ast.ts'
import { type Dialect, withLength } from '../../../../filter/dialect.ts'
import { problemText } from '../../../../filter/problem.ts'
import { readRule } from '../../../../filter/rule.ts'
import { optionalText, type Param } from '../../../../http/params.ts'
import { limitsOfApp } from '../../../_enrolment.ts'
import { oneOf } from '../../../_post-stream/params.ts'
import { Problem } from '../../../_problems.ts'
import { LABS_1_RULES, V2_RULES } from '../../../_rules/rule-surface.ts'
import type { Services } from '../../../_services.ts'
import { ID_PATTERN } from '../../../_v2/validation-errors.ts'

const SURFACES = { 'labs-1': LABS_1_RULES, '2': V2_RULES } as const

export const DIALECT = oneOf(['labs-1', '2'], 'Rule dialect; default: API v2.') satisfies Param<
  RuleProduct | undefined
>

export const NEXT_TOKEN = optionalText(
  'Continues with the older posts that the previous response did not reach.',
)

/**
 * A parameter with the digits of an id, unchanged. An id beyond signed 64 bits is valid and names no object
 * (decision 0019).
 */
export function digits(description: string): Param<string | undefined> {
  return {
    schema: Type.Optional(Type.String({ pattern: ID_PATTERN.source, description })),
    parse(text, name) {
      if (text === undefined || ID_PATTERN.test(text)) return text
      return refuse(
        name,
        text,
        `The \`${name}\` query parameter value [${text}] does not match ${ID_PATTERN.source}`,
      )
    },
  }
}

/** A required parameter whose value is a rule. */
export function ruleText(description: string): Param<string> {
  return {
    schema: Type.String({ description }),
    parse: (text = '', name) => (text === '' ? refuseEmpty(name) : text),
  }
}

/** Refuses an omitted parameter. @throws {Problem} `invalidRequest` */
export function refuseEmpty(name: string): never {
  return refuse(name, '', `Request parameter \`${name}\` can not be empty`)
}

/** Parses a rule with the limits that apply when the app adds the rule. */
export type RuleReader = (name: string, value: string) => Expression

/**
 * Returns a function that reads rules with the operators of a stream, up to the length that the app's level
 * allows.
 */
export async function ruleReader(
  services: Pick<Services, 'enrolments'>,
  appId: bigint,
  product: RuleProduct = '2',
): Promise<RuleReader> {
  const { dialect, limitsOf } = SURFACES[product]
  const { maxLength } = limitsOf(await limitsOfApp(services, appId))
  return (name, value) => requireRule(name, value, withLength(dialect, maxLength))
}

/**
 * Parses a rule from a parameter.
 * @throws {Problem} `invalidRequest`, with the same errors as when the rule is added
 */
function requireRule(name: string, value: string, dialect: Dialect): Expression {
  const reading = readRule(value, dialect)
  if ('expression' in reading) return reading.expression
  return refuse(name, value, reading.problems.map(problemText).join(', '))
}

/** Refuses a parameter. @throws {Problem} `invalidRequest` */
export function refuse(name: string, value: string, message: string): never {
  const values = value === '' ? [] : [value]
  throw new Problem('invalidRequest', undefined, [{ parameters: { [name]: values }, message }])
}
