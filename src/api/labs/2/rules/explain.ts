/** GET labs/2/rules/explain: why a rule matches a post, or does not; Aviary's own (design section 6). */
import { Type } from 'typebox'
import type { AppCaller, Caller } from '../../../../auth/caller.ts'
import { type Explanation, explain } from '../../../../filter/explain.ts'
import type { Answer, Call, Endpoint } from '../../../../http/endpoint.ts'
import type { Param, ParamSpec, ParamValues } from '../../../../http/params.ts'
import { refuseStrangers } from '../../../_known-parameters.ts'
import { filterPostOf } from '../../../_post-stream/filter-post.ts'
import { loadViews } from '../../../_post-stream/load-views.ts'
import { problemEntry } from '../../../_problems.ts'
import type { Services } from '../../../_services.ts'
import { notFound } from '../../../_v2-objects/partial-errors.ts'
import { DIALECT, demandRule, refuse, ruleText } from './_parameters.ts'

/** As of the rules themselves. */
const WINDOW = { user: 0, app: 450 } as const

const BASE = 'https://api.twitter.com/labs/2/problems/'

const TWEET_ID: Param<bigint> = {
  schema: Type.String({ pattern: '^[0-9]{1,19}$', description: 'The post.' }),
  parse(text = '', name) {
    if (/^[0-9]{1,19}$/.test(text) && BigInt(text) < 2n ** 63n) return BigInt(text)
    return refuse(name, text, `The \`${name}\` query parameter value [${text}] does not match ^[0-9]{1,19}$`)
  },
}

const PARAMS = {
  value: ruleText('The rule.'),
  tweet_id: TWEET_ID,
  dialect: DIALECT,
} satisfies ParamSpec

/** A part of the rule; `parts` are of the same kind. */
const PART = Type.Object({
  kind: Type.String(),
  start: Type.Integer({ description: 'Code points of the rule, from 0.' }),
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

const endpoint = {
  method: 'GET',
  paths: ['/labs/2/rules/explain'],
  summary: 'The tree of a rule with what of it is true of a post.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: PARAMS,
  answers: [{ schema: EXPLAINED }],
  errors: [problemEntry('invalidRequest')],
  async handle({
    params,
    services,
    sent,
  }: Call<AppCaller, Services, ParamValues<typeof PARAMS>>): Promise<Answer> {
    refuseStrangers(sent, PARAMS)
    const { value, tweet_id: id, dialect } = params
    const rule = demandRule('value', value, dialect)
    const view = (await loadViews(services, [id], { repliedTo: false, named: false })).get(id)
    if (view === undefined) return { status: 200, body: JSON.stringify({ errors: [missing(id)] }) }
    const tree = explain(rule, filterPostOf(view))
    const data = { tweet_id: String(id), value, matches: tree.isTrue, tree: partOf(tree) }
    return { status: 200, body: JSON.stringify({ data }) }
  },
}

// Authentication lets only apps through, so the handler is given what it asks for.
export const labs2RuleExplain = endpoint as unknown as Endpoint<Caller, Services>

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

function missing(id: bigint) {
  return notFound(
    { base: BASE, tellsResourceId: false },
    { type: 'tweet', parameter: 'tweet_id', value: String(id), section: 'data' },
  )
}
