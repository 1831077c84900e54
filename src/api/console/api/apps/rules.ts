/** /console/api/apps/:app_id/rules: the rules of an app's filtered stream (spec/rules.md#create). */
import { Type } from 'typebox'
import { type AddRuleResult, addRules } from '../../../../domain/rules/add-rules.ts'
import { deleteRules } from '../../../../domain/rules/delete-rules.ts'
import { replaceRule } from '../../../../domain/rules/replace-rule.ts'
import { findRules, type Rule, shownTag } from '../../../../domain/rules/rule.ts'
import { findRuleCounts, type RuleCount } from '../../../../domain/rules/rule-counts.ts'
import { must } from '../../../../lib/assert.ts'
import { idIn } from '../../../1.1/_id.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ConsoleProblem } from '../../_problems.ts'
import {
  DRY_RUN_MEMBER,
  PATH_ID,
  PRODUCT,
  PRODUCT_MEMBER,
  requireRule,
  ruleDesk,
  TAG_MEMBER,
  VALUE_MEMBER,
} from '../../_rules/parameters.ts'

const RULE = Type.Object(
  {
    id: Type.String(),
    value: Type.String(),
    tag: Type.String({ description: 'Empty for an untagged rule.' }),
    matched: Type.Integer({ description: 'Posts matched while the app was connected.' }),
    last_matched_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { title: 'ConsoleRule' },
)

const RULES = Type.Object(
  { rules: Type.Array(RULE), max_rules: Type.Integer(), max_length: Type.Integer() },
  { title: 'ConsoleRules' },
)

const BODY = consoleBody(
  Type.Object({ value: VALUE_MEMBER, tag: TAG_MEMBER, product: PRODUCT_MEMBER, is_dry_run: DRY_RUN_MEMBER }),
)

const SAVED = { description: 'Saved; or, in a dry run, as it would be saved.', schema: RULE }

export const listAppRules = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/rules'],
  summary: 'The rules of the app, oldest first, with their counters and the limits of its level.',
  params: { app_id: PATH_ID, product: PRODUCT },
  answers: [{ schema: RULES }],
  errors: ['app-not-found', 'field-invalid'],
  async handle({ services, caller, params }) {
    const { app, product, limits } = await ruleDesk(services, caller, params.app_id, params.product)
    const of = { appId: app.id, product }
    const rules = await findRules(services.store, of)
    const counts = await findRuleCounts(services.store, of)
    return jsonAnswer({
      rules: rules.map((rule) => ruleObject(rule, counts.get(rule.id))),
      max_rules: limits.maxRules,
      max_length: limits.maxLength,
    })
  },
})

export const addAppRule = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/rules'],
  summary: 'Adds a rule; open connections of the app use it immediately.',
  params: { app_id: PATH_ID },
  body: BODY.spec,
  answers: [{ status: 201, ...SAVED }],
  errors: ['app-not-found', 'field-invalid', 'rule-invalid', 'rule-exists', 'rules-too-many'],
  async handle({ services, caller, params, json }) {
    const { value, tag, product: chosen, is_dry_run: isDryRun = false } = BODY.read(json)
    const desk = await ruleDesk(services, caller, params.app_id, chosen)
    requireRule(desk, value)
    const { app, product, limits } = desk
    const rules = [newRule(value, tag)]
    const options = { appId: app.id, product, maxRules: limits.maxRules, isDryRun }
    const [result] = await addRules(services, { ...options, rules })
    return jsonAnswer(ruleObject(requireNew(must(result, 'the result of one rule'))), { status: 201 })
  },
})

export const replaceAppRule = consoleEndpoint({
  method: 'PUT',
  paths: ['/console/api/apps/:app_id/rules/:rule_id'],
  summary: 'Replaces a rule by another one with a new id, in one step.',
  params: { app_id: PATH_ID, rule_id: PATH_ID },
  body: BODY.spec,
  answers: [SAVED],
  errors: ['app-not-found', 'rule-not-found', 'field-invalid', 'rule-invalid', 'rule-exists'],
  async handle({ services, caller, params, json }) {
    const { value, tag, product: chosen, is_dry_run: isDryRun = false } = BODY.read(json)
    const desk = await ruleDesk(services, caller, params.app_id, chosen)
    requireRule(desk, value)
    const { app, product } = desk
    const id = requireRuleId(params.rule_id)
    const by = newRule(value, tag)
    const rule = requireNew(await replaceRule(services, { appId: app.id, product, id, by, isDryRun }))
    const counts = await findRuleCounts(services.store, { appId: app.id, product })
    return jsonAnswer(ruleObject(rule, counts.get(rule.id)))
  },
})

export const deleteAppRule = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/apps/:app_id/rules/:rule_id'],
  summary: 'Deletes a rule and its counters.',
  params: { app_id: PATH_ID, rule_id: PATH_ID, product: PRODUCT },
  answers: [DONE],
  errors: ['app-not-found', 'rule-not-found', 'field-invalid'],
  async handle({ services, caller, params }) {
    const { app, product } = await ruleDesk(services, caller, params.app_id, params.product)
    const ids = [requireRuleId(params.rule_id)]
    const { deleted } = await deleteRules(services, {
      appId: app.id,
      product,
      ids,
      values: [],
      isDryRun: false,
    })
    if (deleted === 0) throw new ConsoleProblem('rule-not-found')
    return doneAnswer()
  },
})

function ruleObject(rule: Rule, count?: RuleCount) {
  return {
    id: String(rule.id),
    value: rule.value,
    tag: shownTag(rule) ?? '',
    matched: count?.matched ?? 0,
    ...(count === undefined ? {} : { last_matched_at: new Date(count.lastMatchedAt).toISOString() }),
  }
}

/** The rule as the API stores it: the text without surrounding spaces, and undefined for an empty tag. */
function newRule(value: string, tag = '') {
  return { value: value.trim(), tag: tag === '' ? undefined : tag }
}

function requireNew(result: AddRuleResult): Rule {
  if ('rule' in result) return result.rule
  throw new ConsoleProblem('rule-exists')
}

function requireRuleId(text: string): bigint {
  const id = idIn(text)
  if (id === undefined) throw new ConsoleProblem('rule-not-found')
  return id
}
