/** Changes an app's rules and renders the result (spec/rules.md#create). */
import type { AppLimits } from '../../domain/apps/levels.ts'
import { type Context, Refusal } from '../../domain/context.ts'
import { type AddRuleResult, addRules } from '../../domain/rules/add-rules.ts'
import { deleteRules } from '../../domain/rules/delete-rules.ts'
import { type Rule, shownTag } from '../../domain/rules/rule.ts'
import { withLength } from '../../filter/dialect.ts'
import { problemText } from '../../filter/problem.ts'
import { readRule } from '../../filter/rule.ts'
import type { Answer } from '../../http/endpoint.ts'
import { Problem } from '../_problems.ts'
import { type RuleChange, readRuleChange, type SentRule } from './read-change.ts'
import type { RuleLimits, RuleSurface } from './rule-surface.ts'

/** The JSON object of a rule. JSON.stringify leaves out an undefined tag. */
export function ruleObject(rule: Rule): Record<string, unknown> {
  return { id: String(rule.id), value: rule.value, tag: shownTag(rule) }
}

/** The current time for `meta.sent`, in ISO 8601. */
export function sentAt({ clock }: Pick<Context, 'clock'>): string {
  return new Date(clock.now()).toISOString()
}

export interface ChangeOptions {
  readonly appId: bigint
  /** True to return the result without applying the change. */
  readonly isDryRun: boolean
}

/** Deletes all rules of the app (spec/rules.md#delete). */
export async function deleteAllRules(
  context: Context,
  { product }: RuleSurface,
  options: ChangeOptions,
): Promise<Answer> {
  const { deleted } = await deleteRules(context, { ...options, product, ids: [], values: [], isAll: true })
  return answer(PARTLY.deleted, { meta: { sent: sentAt(context), summary: { deleted, not_deleted: 0 } } })
}

/**
 * Applies the change in a request body. A dry run only returns the result.
 * @throws {Problem} `invalidRequest` in the cases of {@link readRuleChange}, and `rulesCapExceeded`
 */
export async function changeRules(
  context: Context,
  surface: RuleSurface,
  options: ChangeOptions & { readonly limits: AppLimits },
  body: Parameters<typeof readRuleChange>[0],
): Promise<Answer> {
  const change = readRuleChange(body)
  return change.kind === 'add'
    ? create(context, surface, { ...options, ...surface.limitsOf(options.limits) }, change.rules)
    : remove(context, surface, options, change)
}

interface AddOptions extends ChangeOptions, RuleLimits {}

/** Result of adding a rule. */
type AddResult = AddRuleResult | { readonly invalid: object }

async function create(
  context: Context,
  surface: RuleSurface,
  options: AddOptions,
  sent: readonly SentRule[],
): Promise<Answer> {
  const read = sent.map((rule) => ({ rule, invalid: invalidity(surface, options.maxLength, rule) }))
  const valid = read
    .filter(({ invalid }) => invalid === undefined)
    .map(({ rule: { value, tag } }) => ({ value: value.trim(), tag }))
  const added = await addOrRefuse(context, surface, options, valid)
  let next = 0
  const results: AddResult[] = read.map(({ invalid }) => {
    if (invalid !== undefined) return { invalid }
    next += 1
    return added[next - 1] as AddRuleResult
  })
  const created = results.flatMap((result) => ('rule' in result ? [result.rule] : []))
  const errors = results.flatMap((result) => {
    if ('rule' in result) return []
    return 'invalid' in result ? [result.invalid] : [duplicateObject(surface, result.duplicateOf)]
  })
  const [good, bad] = [created.length, errors.length]
  const summary = {
    created: good,
    not_created: bad,
    ...(surface.countsValid ? { valid: good, invalid: bad } : {}),
  }
  return answer(valid.length === 0 ? PARTLY.allInvalid : PARTLY.created, {
    ...(good === 0 ? {} : { data: created.map(createdObject) }),
    meta: { sent: sentAt(context), summary },
    ...(bad === 0 ? {} : { errors }),
  })
}

async function addOrRefuse(
  context: Context,
  { product }: RuleSurface,
  { maxRules, appId, isDryRun }: AddOptions,
  rules: readonly SentRule[],
): Promise<readonly AddRuleResult[]> {
  if (rules.length === 0) return []
  try {
    return await addRules(context, { appId, isDryRun, product, maxRules, rules })
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'rules-too-many') throw error
    throw new Problem('rulesCapExceeded', `Rule limit exceeded: ${maxRules} rules allowed`, undefined, {})
  }
}

async function remove(
  context: Context,
  { product, base }: RuleSurface,
  options: ChangeOptions,
  { ids, values }: RuleChange & { kind: 'delete' },
): Promise<Answer> {
  const { deleted, unknownIds, unknownValues } = await deleteRules(context, {
    ...options,
    product,
    ids: [...ids.keys()],
    values,
  })
  const unknown = [
    ...unknownIds.map((id) => ({ ids: [ids.get(id) ?? String(id)] })),
    ...unknownValues.map((value) => ({ values: [value] })),
  ]
  const errors = unknown.map((parameters) => ({
    errors: [{ parameters, message: 'Rule does not exist' }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${base}invalid-request`,
  }))
  return answer(PARTLY.deleted, {
    meta: { sent: sentAt(context), summary: { deleted, not_deleted: unknown.length } },
    ...(unknown.length === 0 ? {} : { errors }),
  })
}

/** The error object of an invalid rule; undefined for a valid rule. */
function invalidity(
  { dialect, base }: RuleSurface,
  maxLength: number,
  { value }: SentRule,
): object | undefined {
  const reading = readRule(value, withLength(dialect, maxLength))
  if ('expression' in reading) return undefined
  return {
    value,
    details: reading.problems.map(problemText),
    title: 'UnprocessableEntity',
    type: `${base}invalid-rules`,
  }
}

function duplicateObject({ base, duplicateType }: RuleSurface, { id, value }: Rule): object {
  return { value, id: String(id), title: 'DuplicateRule', type: `${base}${duplicateType}` }
}

/** The JSON object of a new rule, with the order of members that recordings of the public API have. */
function createdObject(rule: Rule): object {
  return { value: rule.value, tag: shownTag(rule), id: String(rule.id) }
}

/**
 * Statuses of the responses. The status is `created` if at least one of the sent rules is valid, even if the
 * app has all of the valid rules already.
 */
const PARTLY = { created: 201, deleted: 200, allInvalid: 400 } as const

function answer(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body) }
}
