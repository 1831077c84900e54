/** Parameters and members of the rule pages, and the rules of an app. */
import { Type } from 'typebox'
import type { App } from '../../../domain/apps/app.ts'
import type { RuleProduct } from '../../../domain/rules/rule.ts'
import { RULE_PRODUCTS } from '../../../domain/rules/rule.ts'
import type { Expression } from '../../../filter/ast.ts'
import { type Dialect, withLength } from '../../../filter/dialect.ts'
import { diagnose } from '../../../filter/editing/diagnose.ts'
import { readRule } from '../../../filter/rule.ts'
import { BadParameter, type Param } from '../../../http/params.ts'
import { limitsOfApp } from '../../_enrolment.ts'
import { LABS_1_RULES, type RuleLimits, V2_RULES } from '../../_rules/rule-surface.ts'
import type { Services } from '../../_services.ts'
import { ownApp } from '../_own-app.ts'
import { ConsoleProblem } from '../_problems.ts'

const SURFACES = { 'labs-1': LABS_1_RULES, '2': V2_RULES } as const

/** In code points, as in the API. */
const MAX_TAG_LENGTH = 128
/**
 * This limit is greater than the limits of all levels. Longer rules therefore get the error that names the limit of
 * the app.
 */
const MAX_SENT_LENGTH = 10_000

const PRODUCTS = Type.Union(RULE_PRODUCTS.map((product) => Type.Literal(product)))

/** The API of the rules; default: API v2. */
export const PRODUCT: Param<RuleProduct> = {
  schema: Type.Optional(
    Type.Union([...PRODUCTS.anyOf], { description: 'The API of the rules; default: 2.' }),
  ),
  parse(text = '2', name) {
    const product = RULE_PRODUCTS.find((each) => each === text)
    if (product === undefined) throw new BadParameter(name, text)
    return product
  },
}

/** An id in a path or query, as text. */
export const PATH_ID: Param<string> = {
  schema: Type.String({ description: 'Digits.' }),
  parse: (text = '') => text,
}

/** Members of request bodies. */
export const PRODUCT_MEMBER = Type.Optional(PRODUCTS)
export const VALUE_MEMBER = Type.String({ maxLength: MAX_SENT_LENGTH, description: 'The rule.' })
export const TAG_MEMBER = Type.Optional(Type.String({ maxLength: MAX_TAG_LENGTH }))
export const DRY_RUN_MEMBER = Type.Optional(
  Type.Boolean({ description: 'Returns the result without storing it.' }),
)
export const NEXT_TOKEN_MEMBER = Type.Optional(Type.String({ maxLength: 100 }))

/** The rules of an app in one of the APIs, and their limits. */
export interface RuleDesk {
  readonly app: App
  readonly product: RuleProduct
  readonly limits: RuleLimits
  /** The operators and limits of the API, with the maximum length of the app’s level. */
  readonly dialect: Dialect
}

/** The rules of an app that belongs to the caller. @throws {ConsoleProblem} `app-not-found` */
export async function ruleDesk(
  services: Services,
  caller: Parameters<typeof ownApp>[1],
  appId: string,
  product: RuleProduct = '2',
): Promise<RuleDesk> {
  const app = await ownApp(services, caller, appId)
  const { dialect, limitsOf } = SURFACES[product]
  const limits = limitsOf(await limitsOfApp(services, app.id))
  return { app, product, limits, dialect: withLength(dialect, limits.maxLength) }
}

/** Parses a rule. @throws {ConsoleProblem} `rule-invalid` with all mistakes, in the words of the API */
export function requireRule(
  { dialect }: Pick<RuleDesk, 'dialect'>,
  value: string,
  field = 'value',
): Expression {
  const reading = readRule(value, dialect)
  if ('expression' in reading) return reading.expression
  const message = diagnose(value, dialect)
    .map((each) => each.message)
    .join('. ')
  throw new ConsoleProblem('rule-invalid', { field, message: `${message}.` })
}
