/** Declares the rule endpoints of Labs and of API v2. */
import { Type } from 'typebox'
import { findRules } from '../../domain/rules/rule.ts'
import type { Param, ParamSpec } from '../../http/params.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { generationOf, requireEnrolment, scopesOf } from '../_enrolment.ts'
import { refuseUnknownParameters } from '../_known-parameters.ts'
import { refuseValue } from '../_post-stream/params.ts'
import { problemEntry } from '../_problems.ts'
import { changeRules, deleteAllRules, ruleObject, sentAt } from './change-rules.ts'
import { pageOfRules, RULE_PAGE_PARAMS } from './rule-pages.ts'
import type { RuleSurface } from './rule-surface.ts'
import { RULE_CHANGE, RULE_LIST, RULES_CREATED, RULES_DELETED } from './schemas.ts'

/** Requests per 15 minutes. Reads and changes have separate budgets (spec/limits.md#labs-limits). */
const WINDOW = { user: 0, app: 450 } as const

const IDS: Param<readonly bigint[] | undefined> = {
  schema: Type.Optional(Type.String({ description: 'Only these rules: ids, separated by commas.' })),
  refusesEmpty: true,
  parse: (text, name) => text?.split(',').map((each) => idOf(each, name)),
}

function idOf(text: string, name: string): bigint {
  if (/^[0-9]{1,19}$/.test(text)) return BigInt(text)
  return refuseValue(name, text, 'does not match ^[0-9]{1,19}$')
}

/**
 * A boolean parameter. Values other than those of booleans are errors, so that an unclear value changes no
 * rules.
 */
function flag(description: string): Param<boolean> {
  return {
    schema: Type.Optional(Type.Boolean({ default: false, description })),
    refusesEmpty: true,
    parse(text, name) {
      if (text === undefined || /^(false|f|0)$/i.test(text)) return false
      if (/^(true|t|1)$/i.test(text)) return true
      return refuseValue(name, text, 'is not one of [true,false]')
    },
  }
}

const CHANGE_PARAMS = { dry_run: flag('Validate the request without changing anything.') } satisfies ParamSpec

const WHOLE_CHANGE_PARAMS = {
  ...CHANGE_PARAMS,
  delete_all: flag('Delete all rules of the app; the body is then ignored.'),
} satisfies ParamSpec

/** GET: the rules of the calling app. */
export function rulesList(path: string, surface: RuleSurface): ApiEndpoint {
  const params = surface.hasPages ? { ids: IDS, ...RULE_PAGE_PARAMS } : { ids: IDS }
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary: 'The rules of the app, or the rules with the requested ids.',
    auth: ['app'],
    scopes: scopesOf(surface.product),
    writes: false,
    window: WINDOW,
    params,
    answers: [{ schema: RULE_LIST }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ params: { ids, ...page }, caller, services, sent }) {
      refuseUnknownParameters(sent, params)
      const { app } = caller
      await requireEnrolment(services, generationOf(surface.product), app.id)
      const rules = await findRules(services.store, { appId: app.id, product: surface.product })
      const wanted = ids === undefined ? rules : rules.filter(({ id }) => ids.includes(id))
      const { shown, meta } = surface.hasPages ? pageOfRules(wanted, page) : { shown: wanted, meta: {} }
      const data = shown.length === 0 ? {} : { data: shown.map(ruleObject) }
      return { status: 200, body: JSON.stringify({ ...data, meta: { sent: sentAt(services), ...meta } }) }
    },
  })
}

/** POST: adds or deletes rules. */
export function rulesChange(path: string, surface: RuleSurface): ApiEndpoint {
  const params = surface.hasPages ? WHOLE_CHANGE_PARAMS : CHANGE_PARAMS
  return defineEndpoint({
    method: 'POST',
    paths: [path],
    summary: 'Adds or deletes rules of the app; open connections use the new rules immediately.',
    auth: ['app'],
    scopes: scopesOf(surface.product),
    writes: false,
    window: WINDOW,
    params,
    body: { kind: 'json', schema: RULE_CHANGE },
    answers: [
      { status: 201, description: 'After `add`.', schema: RULES_CREATED },
      { status: 200, description: 'After `delete`.', schema: RULES_DELETED },
    ],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('rulesCapExceeded'),
      problemEntry('clientForbidden'),
    ],
    async handle({ params: values, caller, services, sent, json }) {
      refuseUnknownParameters(sent, params)
      const { app } = caller
      const limits = await requireEnrolment(services, generationOf(surface.product), app.id)
      const options = { appId: app.id, isDryRun: values.dry_run }
      const isAll = 'delete_all' in values && values.delete_all === true
      return isAll
        ? deleteAllRules(services, surface, options)
        : changeRules(services, surface, { ...options, limits }, json)
    },
  })
}
