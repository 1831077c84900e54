/** Declares the rule endpoints of Labs and of API v2. */
import { Type } from 'typebox'
import { findRules } from '../../domain/rules/rule.ts'
import type { Param, ParamSpec } from '../../http/params.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { generationOf, requireEnrolment, scopesOf } from '../_enrolment.ts'
import { refuseUnknownParameters } from '../_known-parameters.ts'
import { refuseValue } from '../_post-stream/params.ts'
import { problemEntry } from '../_problems.ts'
import { changeRules, ruleObject, sentAt } from './change-rules.ts'
import type { RuleSurface } from './rule-surface.ts'
import { RULE_CHANGE, RULE_LIST, RULES_CREATED, RULES_DELETED } from './schemas.ts'

/** Requests per 15 minutes, each for reading and for changing (spec/limits.md#labs-limits). */
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

/** Any spelling of the parameter means a dry run, so that no rule is changed by accident. */
const DRY_RUN: Param<boolean> = {
  schema: Type.Optional(
    Type.Boolean({ default: false, description: 'Validate the request without changing anything.' }),
  ),
  refusesEmpty: true,
  parse(text, name) {
    if (text === undefined || /^(false|f|0)$/i.test(text)) return false
    if (/^(true|t|1)$/i.test(text)) return true
    return refuseValue(name, text, 'is not one of [true,false]')
  },
}

const LIST_PARAMS = { ids: IDS } satisfies ParamSpec

const CHANGE_PARAMS = { dry_run: DRY_RUN } satisfies ParamSpec

/** GET: the rules of the calling app. */
export function rulesList(path: string, surface: RuleSurface): ApiEndpoint {
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary: 'The rules of the app, or the rules with the requested ids.',
    auth: ['app'],
    scopes: scopesOf(surface.product),
    writes: false,
    window: WINDOW,
    params: LIST_PARAMS,
    answers: [{ schema: RULE_LIST }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ params: { ids }, caller, services, sent }) {
      refuseUnknownParameters(sent, LIST_PARAMS)
      const { app } = caller
      await requireEnrolment(services, generationOf(surface.product), app.id)
      const rules = await findRules(services.store, { appId: app.id, product: surface.product })
      const wanted = ids === undefined ? rules : rules.filter(({ id }) => ids.includes(id))
      const data = wanted.length === 0 ? {} : { data: wanted.map(ruleObject) }
      return { status: 200, body: JSON.stringify({ ...data, meta: { sent: sentAt(services) } }) }
    },
  })
}

/** POST: adds rules, or deletes some. */
export function rulesChange(path: string, surface: RuleSurface): ApiEndpoint {
  return defineEndpoint({
    method: 'POST',
    paths: [path],
    summary: 'Adds or deletes rules of the app; open connections use the new rules immediately.',
    auth: ['app'],
    scopes: scopesOf(surface.product),
    writes: false,
    window: WINDOW,
    params: CHANGE_PARAMS,
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
    async handle({ params, caller, services, sent, json }) {
      refuseUnknownParameters(sent, CHANGE_PARAMS)
      const { app } = caller
      const limits = await requireEnrolment(services, generationOf(surface.product), app.id)
      return changeRules(services, surface, { id: app.id, limits }, json, params.dry_run)
    },
  })
}
