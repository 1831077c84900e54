/**
 * GET labs/2/rules/explain: the reasons why a rule matches a post or does not match it; specific to Aviary
 * (spec/server.md#rule-tools).
 */
import { Type } from 'typebox'
import { filterPostOf } from '../../../../domain/posts/read/filter-post.ts'
import { type Explanation, explain } from '../../../../filter/explain.ts'
import type { Param, ParamSpec } from '../../../../http/params.ts'
import { LARGEST_ID } from '../../../../lib/ids/largest-id.ts'
import { loadViews } from '../../../../views/load-post-views.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { problemEntry } from '../../../_problems.ts'
import { notFound } from '../../../_v2/partial-errors.ts'
import { ID_PATTERN } from '../../../_v2/validation-errors.ts'
import { DIALECT, digits, refuseEmpty, ruleReader, ruleText } from './_parameters.ts'

/** The limit equals the limit of the endpoints that list and change rules. */
const WINDOW = { user: 0, app: 450 } as const

const BASE = 'https://api.twitter.com/labs/2/problems/'

const DIGITS = digits('The post.')

const TWEET_ID: Param<string> = {
  schema: Type.String({ pattern: ID_PATTERN.source, description: 'The post.' }),
  parse: (text, name) => DIGITS.parse(text, name) ?? refuseEmpty(name),
}

const PARAMS = {
  value: ruleText('The rule.'),
  tweet_id: TWEET_ID,
  dialect: DIALECT,
} satisfies ParamSpec

/** A part of the rule. Each item of the list `parts` has the schema of this object, too. */
const PART = Type.Object({
  kind: Type.String(),
  start: Type.Integer({ description: 'Index of the first code point in the rule, from 0.' }),
  end: Type.Integer(),
  matches: Type.Boolean(),
  term: Type.Optional(Type.String()),
  parts: Type.Optional(Type.Array(Type.Unknown())),
})

const EXPLAINED = Type.Object(
  {
    data: Type.Optional(
      Type.Object({ tweet_id: Type.String(), value: Type.String(), matches: Type.Boolean(), tree: PART }),
    ),
    errors: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
  },
  { title: 'RuleExplanation' },
)

export const labs2RuleExplain = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/rules/explain'],
  summary: 'Syntax tree of a rule, with the result of each node for a post.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: PARAMS,
  answers: [{ schema: EXPLAINED }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ params, caller, services, sent }) {
    refuseUnknownParameters(sent, PARAMS)
    await requireEnrolment(services, 'labs', caller.app.id)
    const { value, tweet_id: written, dialect } = params
    const requireRule = await ruleReader(services, caller.app.id, dialect)
    const rule = requireRule('value', value)
    const id = BigInt(written)
    const ids = id > LARGEST_ID ? [] : [id]
    const view = (await loadViews(services, ids, { repliedTo: false, named: false })).get(id)
    if (view === undefined) return { status: 200, body: JSON.stringify({ errors: [missing(written)] }) }
    const tree = explain(rule, filterPostOf(view))
    const data = { tweet_id: String(id), value, matches: tree.isTrue, tree: partOf(tree) }
    return { status: 200, body: JSON.stringify({ data }) }
  },
})

function partOf({ kind, span, isTrue, term, parts }: Explanation): object {
  return {
    kind,
    start: span.start,
    end: span.end,
    matches: isTrue,
    ...(term === undefined ? {} : { term }),
    ...(parts.length === 0 ? {} : { parts: parts.map(partOf) }),
  }
}

function missing(value: string) {
  return notFound(
    { base: BASE, tellsResourceId: false },
    { type: 'tweet', parameter: 'tweet_id', value, section: 'data' },
  )
}
